// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/ptx/type.hpp"

namespace forewarp::count::detail {

/// Whether numbers of this type are followed.
inline bool is_integer(ptx::Type type) {
  switch (type) {
    case ptx::Type::b8:
    case ptx::Type::b16:
    case ptx::Type::b32:
    case ptx::Type::b64:
    case ptx::Type::u8:
    case ptx::Type::u16:
    case ptx::Type::u32:
    case ptx::Type::u64:
    case ptx::Type::s8:
    case ptx::Type::s16:
    case ptx::Type::s32:
    case ptx::Type::s64:
      return true;
    default:
      return false;
  }
}

inline bool is_unsigned(ptx::Type type) {
  return type == ptx::Type::u8 || type == ptx::Type::u16 || type == ptx::Type::u32 || type == ptx::Type::u64;
}

}  // namespace forewarp::count::detail
