// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The positions of the elements of a matrix in shared memory that a 64-bit matrix descriptor describes (PTX ISA,
/// "Matrix Descriptor" and "Shared Memory Matrix Layout" of wgmma).
///
///     bits 0-13   start address / 16            bits 49-51  base offset
///     bits 16-29  leading dimension offset / 16  bits 62-63  swizzle: none, 128, 64, 32 bytes
///     bits 32-45  stride dimension offset / 16
///
/// Memory is made of rows of 16 bytes (no swizzle), 32, 64 or 128; eight rows make an atom. Row r and byte b of a
/// matrix whose k runs along the rows are at
///
///     start + (r % 8) row + (r / 8) stride + b             the leading offset is that of the next 16 bytes without
///     swizzle
///
/// and where the other dimension runs along the rows, column e (2 bytes each) of row k is at
///
///     start + (k % 8) row + (k / 8) stride + (2 e / row) leading + 2 e % row
///     start + (k % 8) 16 + (k / 8) leading + (e / 8) stride + 2 e % 16                            without swizzle
///
/// Then bits 4-6 of the address are toggled by its bits 7-9, as many as the swizzle is wide.
#include <cstdint>

#include "forewarp/emulate/machine/swizzle.hpp"

namespace forewarp::emu {

struct MatrixDescriptor {
  std::uint32_t start = 0, leading = 0, stride = 0;  ///< bytes
  std::uint32_t base_offset = 0;
  std::uint32_t row = 16;  ///< bytes
  std::uint32_t toggled = 0;

  static MatrixDescriptor of(std::uint64_t bits) {
    constexpr std::uint32_t rows[] = {16, 128, 64, 32};
    const auto field = [&](unsigned at) { return static_cast<std::uint32_t>(bits >> at & 0x3fff) << 4; };
    MatrixDescriptor d{field(0), field(16), field(32), static_cast<std::uint32_t>(bits >> 49 & 7), rows[bits >> 62], 0};
    d.toggled = d.row / 16 - 1;
    return d;
  }

  /// Address in shared memory of 16 bytes whose k runs along rows: number chunk of row r.
  [[nodiscard]] std::uint32_t along_k(std::uint32_t r, std::uint32_t chunk) const {
    const std::uint32_t next = row == 16 ? leading : 16;
    return swizzled(start + r % 8 * row + r / 8 * stride + chunk * next);
  }
  /// Of eight 2-byte elements that run across k: from element 8 * chunk of row k on.
  [[nodiscard]] std::uint32_t across_k(std::uint32_t k, std::uint32_t chunk) const {
    if (row == 16) return swizzled(start + k % 8 * 16 + k / 8 * leading + chunk * stride);
    const std::uint32_t chunks = row / 16;
    return swizzled(start + k % 8 * row + k / 8 * stride + chunk / chunks * leading + chunk % chunks * 16);
  }

 private:
  [[nodiscard]] std::uint32_t swizzled(std::uint32_t address) const {
    return static_cast<std::uint32_t>(swizzled_address(address, toggled));
  }
};

}  // namespace forewarp::emu
