// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace forewarp::ptx {

/// Fundamental and alternate types (PTX ISA, "Types").
enum class Type : std::uint8_t {
  none,
  pred,
  b8,
  b16,
  b32,
  b64,
  b128,
  u8,
  u16,
  u32,
  u64,
  s8,
  s16,
  s32,
  s64,
  f16,
  f16x2,
  bf16,
  bf16x2,
  tf32,
  f32,
  f64,
  f32x2,
  u16x2,
  s16x2,
  u8x4,
  s8x4,
  e4m3,
  e5m2,
  e4m3x2,
  e5m2x2,
  e2m1,
  e2m3,
  e3m2,
  e2m1x2,
  e2m3x2,
  e3m2x2,
  ue8m0,
  ue8m0x2,
  u4,
  s4,
  b1,
  b4x16,
  b6x16_p32,
  b4x16_p64,
  texref,
  samplerref,
  surfref,
};

enum class StateSpace : std::uint8_t { none, reg, sreg, const_, global, local, param, shared, tex };

/// Bytes one value takes in memory; 0 for none and pred, 1 for types below a byte.
[[nodiscard]] unsigned size_of(Type type);
[[nodiscard]] bool is_float(Type type);                                     ///< any floating type, packed ones included
[[nodiscard]] bool is_signed(Type type);                                    ///< s8..s64, s16x2, s8x4
[[nodiscard]] std::string_view name_of(Type type);                          ///< "f32"
[[nodiscard]] std::string_view name_of(StateSpace space);                   ///< "global"
[[nodiscard]] std::optional<Type> type_from(std::string_view name);         ///< name without its dot
[[nodiscard]] std::optional<StateSpace> space_from(std::string_view name);  ///< "shared::cta" is shared, too

}  // namespace forewarp::ptx
