// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Address registers of the form first + a stride for each bit of the lane number. With threads numbered along x, y, z
/// in blocks of powers of two nearly all addresses have this form, and then five or six strides describe 32 or 64
/// addresses: bounds, alignment, and whether lanes share an address or are consecutive. Accesses of one basic block
/// that only differ in their offset share one description.
#include <array>
#include <cstddef>
#include <cstdint>

#include "forewarp/emulate/machine/observer.hpp"

namespace forewarp::emu {

struct AffineRow {
  bool known = false;       ///< the rest holds
  std::uint64_t first = 0;  ///< lane 0's register
  std::uint64_t below = 0;  ///< how far the lowest lane is below it
  std::uint64_t above = 0;  ///< and the highest above it
  std::uint64_t bits = 0;   ///< all strides, ored: 0 when all lanes are one; alignment
  AffineLanes lanes;
  alignas(64) std::array<std::uint64_t, 64> deltas;  ///< each lane less the first
};

/// Describes a row of 32-bit or 64-bit registers, all lanes; out.known is true if the row is affine.
using DescribeFn = void (*)(const std::byte* row, AffineRow& out);

/// The fastest implementation for this CPU, for warps of this width and address registers of 4 or 8 bytes.
[[nodiscard]] DescribeFn select_describe(unsigned width, bool is_64);

/// Writes first + deltas.
using PlaceFn = void (*)(const AffineRow& row, std::uint64_t first, std::uint64_t* out);
[[nodiscard]] PlaceFn select_place(unsigned width);

}  // namespace forewarp::emu
