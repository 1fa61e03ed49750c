// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the lowest bits of registers are, whatever the parameters and the thread: "4 * n + 16 * tid" ends in two zeros.
/// By it a machine compiler proves that an address is a multiple of 8 or 16 bytes.
#include <cstdint>
#include <vector>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::analysis {

/// The lowest `known` bits of a number are those of `value`. Up to `most` bits are tracked.
struct LowBits {
  static constexpr std::uint16_t most = 4;

  std::uint16_t known = 0;
  std::uint16_t value = 0;

  /// Whether the number plus `offset` is a multiple of `bytes`, a power of two up to 16.
  [[nodiscard]] bool multiple_of(std::uint32_t bytes, std::int64_t offset) const;
};

/// By register of the function. Each is what all instructions that write it have in common, in whatever order they run.
/// Symbols are multiples of 16: the machine compiler places them.
[[nodiscard]] std::vector<LowBits> low_bits(const ptx::Function& function);

}  // namespace forewarp::analysis
