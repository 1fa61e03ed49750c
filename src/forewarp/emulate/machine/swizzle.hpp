// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace forewarp::emu {

/// Where 16 bytes of shared memory lie in a swizzled layout (PTX ISA, "Swizzling modes"): bits 4 to 6 of the address
/// are toggled by its bits 7 to 9, as far as these are in `rows`: 1, 3 and 7 for swizzles of 32, 64 and 128 bytes.
[[nodiscard]] constexpr std::uint64_t swizzled_address(std::uint64_t address, std::uint64_t rows) {
  return address ^ ((address >> 7U & rows) << 4U);
}

}  // namespace forewarp::emu
