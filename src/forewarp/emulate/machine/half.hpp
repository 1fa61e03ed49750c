// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// f16 and bf16 as bits, to and from float, rounding to nearest even. What atomics need of them.
#include <bit>
#include <cstdint>

namespace forewarp::emu {

[[nodiscard]] inline float bf16_to_float(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

[[nodiscard]] inline std::uint16_t float_to_bf16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (value != value) return 0x7fff;
  return static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1U)) >> 16);
}

[[nodiscard]] inline float f16_to_float(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000U) << 16, exponent = (bits >> 10) & 31U, fraction = bits & 0x3ffU;
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7f800000U | fraction << 13);
  if (exponent != 0) return std::bit_cast<float>(sign | (exponent + 112) << 23 | fraction << 13);
  const float magnitude = static_cast<float>(fraction) * 0x1p-24F;
  return sign ? -magnitude : magnitude;
}

[[nodiscard]] inline std::uint16_t float_to_f16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000U);
  const float magnitude = std::bit_cast<float>(bits & 0x7fffffffU);
  if (value != value) return 0x7fff;
  if (magnitude >= 65520.0F) return sign | 0x7c00;
  if (magnitude < 0x1p-14F) {
    // Adding 2^-1 leaves multiples of 2^-24, the subnormals' unit, rounded by the addition itself.
    const float shifted = magnitude + 0.5F;
    return static_cast<std::uint16_t>(sign | (std::bit_cast<std::uint32_t>(shifted) - 0x3f000000U));
  }
  const std::uint32_t rounded = std::bit_cast<std::uint32_t>(magnitude) + 0xfff + ((bits >> 13) & 1U);
  return static_cast<std::uint16_t>(sign | ((rounded - 0x38000000U) >> 13));
}

}  // namespace forewarp::emu
