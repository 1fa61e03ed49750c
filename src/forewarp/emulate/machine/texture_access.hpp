// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Textures and surfaces as instructions read and write them.
#include "forewarp/emulate/decode/program.hpp"

namespace forewarp::emu {

/// The shapes of PTX, in the order of its names: 1d, 2d, 3d, a1d, a2d, cube, acube.
enum class TextureShape : std::uint8_t { d1, d2, d3, layers1, layers2, cube, cubes };

/// Registers that a texture read writes.
inline constexpr unsigned texture_channels = 4;

/// MachineOp::control of these operations. Their rows are the data (texture_channels of a texture), then the
/// coordinates in the order of the text.
struct TextureControl {
  TextureShape shape = TextureShape::d1;
  std::uint8_t gathered = 0;         ///< of tld4: the channel, 0 to 3
  bool integer_coordinates = false;  ///< of tex
  enum class Outside : std::uint8_t { trap, clamp, zero };
  Outside outside = Outside::trap;  ///< of surfaces
  [[nodiscard]] std::uint32_t packed() const;
  [[nodiscard]] static TextureControl of(std::uint32_t packed);
};

[[nodiscard]] MachineFn select_texture(unsigned width);
[[nodiscard]] MachineFn select_gather(unsigned width);
[[nodiscard]] MachineFn select_surface(bool store, unsigned width);

}  // namespace forewarp::emu
