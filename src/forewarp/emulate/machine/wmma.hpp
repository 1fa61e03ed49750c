// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// wmma.load, wmma.store and wmma.mma, each as the machine instructions that ptx/wmma.hpp names. Everything that
/// depends on the form alone is worked out when the instruction is decoded.
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "forewarp/emulate/machine/warp.hpp"
#include "forewarp/frontend/ptx/wmma.hpp"

namespace forewarp::emu {

/// One request of a wmma.load or wmma.store, for the 32 lanes of a warp. Offsets are into the tile, the matrix with its
/// lines one after the other; the address is base + line * stride * element + along.
struct WmmaRequest {
  std::uint16_t bytes = 0;                                  ///< a lane
  std::uint32_t lanes = 0;                                  ///< whose addresses count
  std::array<std::uint16_t, 32> line{}, along{}, offset{};  ///< along and offset in bytes
};

/// One of the machine's products: a lane operation on rows of the product's own buffer.
struct WmmaStep {
  LaneFn fn = nullptr;
  std::uint32_t control = 0;
  std::vector<std::uint32_t> rows;
};

struct WmmaPlan {
  // of a transfer
  std::uint32_t line_bytes = 0, element_bytes = 0;
  std::vector<WmmaRequest> requests;
  std::uint32_t registers = 0, parts = 0, register_bytes = 4;
  std::vector<std::uint16_t>
      places;  ///< offset in the tile of part p of register r of a lane: [(32 r + lane) parts + p]
  // of a product
  std::vector<WmmaStep> steps;
  std::array<std::uint32_t, 4> counts{};  ///< registers of D, A, B and C in PTX
  std::array<std::uint32_t, 3> buffer{};  ///< rows of A, B and C (and of D as many as of C) in the product's buffer
  ptx::Type c = ptx::Type::none, d = ptx::Type::none;
  bool widens_c = false, narrows_d = false;  ///< the machine's product has f32 sums, PTX has f16
  bool saturates = false;                    ///< infinities become the largest number, NaN 0
};

/// rows: the fragment's registers, then the stride in elements, 4 bytes per lane.
[[nodiscard]] WmmaPlan plan_transfer(const ptx::WmmaTransfer& transfer);
/// rows: the registers of D, A, B and C. Nothing when the machine has no such product.
[[nodiscard]] std::optional<WmmaPlan> plan_product(const ptx::WmmaProduct& product, unsigned width, Isa isa);

enum class WmmaOp : std::uint8_t { load, store, product };
[[nodiscard]] MachineFn select_wmma(WmmaOp op, unsigned width);

}  // namespace forewarp::emu
