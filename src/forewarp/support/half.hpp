// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// f16 (IEEE 754 binary16) and bf16 (the upper half of a binary32) as bits, to and from float. Rounding is to nearest,
/// ties to even; overflow gives infinity; every NaN becomes 0x7fff, as the instructions of a GPU write it.
///
///     format   sign  exponent (bias)  fraction   largest      smallest normal   smallest
///     f16      1     5 (15)           10         65504        2^-14             2^-24
///     bf16     1     8 (127)          7          3.39e38      2^-126            2^-133
#include <bit>
#include <cstdint>

namespace forewarp {

/// Exact.
[[nodiscard]] constexpr float bf16_to_float(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

[[nodiscard]] constexpr std::uint16_t float_to_bf16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (value != value) return 0x7fff;
  // Half a unit of the last kept bit, less one where that bit is 0, so that a tie goes to even. A carry out of the
  // fraction increments the exponent, which is what rounding up to the next power of two means.
  return static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1U)) >> 16);
}

/// Exact.
[[nodiscard]] constexpr float f16_to_float(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000U) << 16, exponent = (bits >> 10) & 31U, fraction = bits & 0x3ffU;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000U | fraction << 13);
  if (exponent != 0) return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);  // 112 = 127 - 15
  const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
  return sign != 0 ? -magnitude : magnitude;
}

[[nodiscard]] constexpr std::uint16_t float_to_f16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000U);
  const float magnitude = std::bit_cast<float>(bits & 0x7fffffffU);
  if (value != value) return 0x7fff;
  if (magnitude >= 65520.0F) return sign | 0x7c00;  // halfway between the largest f16 and 2^16
  if (magnitude < 0x1p-14F) {
    // A float in [0.5, 1) has units of 2^-24, which are those of f16's subnormals: the addition itself rounds.
    const float shifted = magnitude + 0.5F;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000U));
  }
  const std::uint32_t rounded = std::bit_cast<std::uint32_t>(magnitude) + 0xfff + ((bits >> 13) & 1U);
  return static_cast<std::uint16_t>(sign | ((rounded - 0x38000000U) >> 13));  // the exponent's bias: 127 to 15
}

}  // namespace forewarp
