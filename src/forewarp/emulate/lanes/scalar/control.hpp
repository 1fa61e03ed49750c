// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What travels in LaneInst::control, for the functions of one lane and for the loops around them.
#include <cstdint>

namespace forewarp::emu::lanes {

/// Bits of LaneInst::control that several kernels share.
namespace control_bits {
inline constexpr std::uint32_t rounding = 7;  ///< Rounding
inline constexpr std::uint32_t ftz = 1U << 3;
inline constexpr std::uint32_t sat = 1U << 4;
inline constexpr std::uint32_t relu = 1U << 5;
inline constexpr std::uint32_t nan = 1U << 6;          ///< min, max: .NaN
inline constexpr std::uint32_t xorsign_abs = 1U << 7;  ///< min, max: .xorsign.abs
inline constexpr std::uint32_t carry_out = 1U << 8;    ///< .cc
inline constexpr std::uint32_t carry_in = 1U << 9;     ///< addc, subc, madc
inline constexpr std::uint32_t satfinite = 1U << 10;
inline constexpr std::uint32_t negate = 1U << 11;   ///< comparison: the table's comparison, negated
inline constexpr std::uint32_t combine_shift = 12;  ///< setp: Combine
inline constexpr std::uint32_t second_shift = 16;   ///< cvt: amounts, 8 bits each (kernels/convert.cpp)
}  // namespace control_bits

/// cvt: what it converts from and to and the register it goes to, as log2 of bytes, and their signs.
namespace convert_bits {
inline constexpr std::uint32_t source_size_shift = 16;
inline constexpr std::uint32_t source_signed = 1U << 18;
inline constexpr std::uint32_t result_size_shift = 19;
inline constexpr std::uint32_t result_signed = 1U << 21;
inline constexpr std::uint32_t register_size_shift = 22;
}  // namespace convert_bits

enum class Rounding : std::uint8_t { nearest, zero, down, up, away };
enum class Combine : std::uint8_t { none, and_, or_, xor_ };

}  // namespace forewarp::emu::lanes
