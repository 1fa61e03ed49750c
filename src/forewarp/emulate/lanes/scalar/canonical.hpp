// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Results that are not numbers get one bit pattern, as on the GPU; it also keeps x86's choice among operands' payloads
/// out of the result. Compiled code leaves it out where only arithmetic reads a result (emulate/native/fused_run.cpp).
#include "forewarp/emulate/lanes/scalar/types.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see types.hpp

constexpr u32 nan32 = 0x7fffffff;
constexpr u64 nan64 = 0xfff8000000000000;

FOREWARP_LANES_INLINE float canonical(float x) { return x == x ? x : bits_as<float>(nan32); }
FOREWARP_LANES_INLINE double canonical(double x) { return x == x ? x : bits_as<double>(nan64); }

}  // namespace
}  // namespace forewarp::emu::lanes
