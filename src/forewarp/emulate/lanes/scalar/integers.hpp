// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Integer helpers that several kernels share.
#include "forewarp/emulate/lanes/scalar/types.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see types.hpp

/// T without its sign, for arithmetic that wraps.
template <class T>
using Unsigned = std::make_unsigned_t<T>;

/// INT_MAX or INT_MIN, by the sign.
FOREWARP_LANES_INLINE s32 saturated(s32 sign) { return static_cast<s32>(u32{0x7fffffff} + (u32(sign) >> 31)); }

}  // namespace
}  // namespace forewarp::emu::lanes
