// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the handle of a texture or surface points to, in device memory: where the texels are and how they are read.
/// Texels lie row by row; a GPU may store them in tiles instead, which only caches notice.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace forewarp::emu {

enum class TexelType : std::uint8_t { signed_integer, unsigned_integer, floating };

/// What a coordinate outside of the texture reads; the numbers are those of cudaTextureAddressMode.
enum class Addressing : std::uint8_t { wrap, clamp, mirror, border };

struct TextureDescriptor {
  static constexpr std::uint64_t mark = 0x6665'7874'7572'6521;
  std::uint64_t identity = mark;                   ///< tells a descriptor from other memory
  std::uint64_t data = 0;                          ///< address of the first texel
  std::uint64_t row_bytes = 0;                     ///< from a row to the next
  std::uint64_t slice_bytes = 0;                   ///< from a slice, layer or face to the next
  std::uint32_t width = 1, height = 1, depth = 1;  ///< texels; depth: slices, layers, or faces (6 of each cube)
  std::uint8_t channels = 1, channel_bytes = 4;    ///< 1, 2 or 4 each
  TexelType type = TexelType::floating;
  bool linear_memory = false;           ///< not an array: texels outside are 0
  bool filters = false;                 ///< linearly, between texels
  bool normalised_coordinates = false;  ///< 1 is the width, height or depth
  bool normalised_values = false;       ///< integers of 8 or 16 bits are read as [0, 1] or [-1, 1]
  std::array<Addressing, 3> addressing{Addressing::clamp, Addressing::clamp, Addressing::clamp};
  std::array<float, 4> border{};

  [[nodiscard]] unsigned texel_bytes() const { return unsigned{channels} * channel_bytes; }
  /// From the first texel to the end of the last one; 0 where the fields contradict each other.
  [[nodiscard]] std::uint64_t bytes() const;
};

/// The bytes that a handle points to, and back: the bytes may come from anywhere. False where they are no descriptor.
inline constexpr std::size_t texture_descriptor_bytes = 128;
[[nodiscard]] std::array<std::byte, texture_descriptor_bytes> to_bytes(const TextureDescriptor& descriptor);
[[nodiscard]] bool from_bytes(std::span<const std::byte> bytes, TextureDescriptor& descriptor);

}  // namespace forewarp::emu
