// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Moves and selections.
#include "forewarp/emulate/lanes/scalar/floats.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see types.hpp

template <class T>
T mov(Control, T a) {
  return a;
}

template <class T>
T selp(Control, T a, T b, bool c) {
  return c ? a : b;
}
template <class T>
T slct_s32(Control, T a, T b, s32 c) {
  return c >= 0 ? a : b;
}
template <class T, bool ftz>
T slct_f32(Control, T a, T b, float c) {
  return flushed<ftz>(c) >= 0 ? a : b;  // not a number: b
}

}  // namespace
}  // namespace forewarp::emu::lanes
