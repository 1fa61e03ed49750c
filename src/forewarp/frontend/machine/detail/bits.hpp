// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Fields of instruction words.
#include <cstdint>

namespace forewarp::machine::detail {

/// `bits` below 64.
[[nodiscard]] constexpr std::uint64_t field(std::uint64_t word, unsigned begin, unsigned bits) {
  return word >> begin & ((std::uint64_t{1} << bits) - 1);
}

[[nodiscard]] constexpr std::int64_t sign_extended(std::uint64_t value, unsigned bits) {
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  return static_cast<std::int64_t>((value ^ sign) - sign);
}

/// The predicate PT, which is always true.
inline constexpr std::uint8_t always = 7;

}  // namespace forewarp::machine::detail
