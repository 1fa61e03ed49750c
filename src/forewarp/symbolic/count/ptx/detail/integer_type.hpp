// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/ptx/type.hpp"
#include "forewarp/support/one_of.hpp"

namespace forewarp::count::detail {

/// Whether numbers of this type are followed.
inline bool is_integer(ptx::Type type) {
  using enum ptx::Type;
  return is_one_of(type, b8, b16, b32, b64, u8, u16, u32, u64, s8, s16, s32, s64);
}

inline bool is_unsigned(ptx::Type type) {
  return type == ptx::Type::u8 || type == ptx::Type::u16 || type == ptx::Type::u32 || type == ptx::Type::u64;
}

}  // namespace forewarp::count::detail
