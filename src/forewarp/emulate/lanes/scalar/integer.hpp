// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Integer addition, subtraction, absolute values, minima, division, and the same on pairs of 16 bits.
#include "forewarp/emulate/lanes/scalar/integers.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see types.hpp

template <class T>
T add(Control, T a, T b) {
  return static_cast<T>(Unsigned<T>(a) + Unsigned<T>(b));
}
template <class T>
T sub(Control, T a, T b) {
  return static_cast<T>(Unsigned<T>(a) - Unsigned<T>(b));
}

/// Overflow where the sum has another sign than both operands; the result then saturates towards
/// the sign of a.
s32 add_sat(Control, s32 a, s32 b) {
  const auto sum = static_cast<s32>(u32(a) + u32(b));
  const bool over = ((a ^ sum) & (b ^ sum)) < 0;
  return over ? saturated(a) : sum;
}
s32 sub_sat(Control, s32 a, s32 b) {
  const auto difference = static_cast<s32>(u32(a) - u32(b));
  const bool over = ((a ^ b) & (a ^ difference)) < 0;
  return over ? saturated(a) : difference;
}

template <class T>
T neg(Control, T a) {
  return static_cast<T>(Unsigned<T>(0) - Unsigned<T>(a));
}
template <class T>
T abs(Control, T a) {
  return a < 0 ? neg<T>(0, a) : a;  // abs of the most negative value is itself
}
template <class T>
T min(Control, T a, T b) {
  return a < b ? a : b;
}
template <class T>
T max(Control, T a, T b) {
  return a > b ? a : b;
}
s32 min_relu(Control, s32 a, s32 b) { return max<s32>(0, min<s32>(0, a, b), 0); }
s32 max_relu(Control, s32 a, s32 b) { return max<s32>(0, max<s32>(0, a, b), 0); }

template <class T>
T sad(Control, T a, T b, T c) {
  const auto distance = a < b ? Unsigned<T>(b) - Unsigned<T>(a) : Unsigned<T>(a) - Unsigned<T>(b);
  return static_cast<T>(Unsigned<T>(c) + distance);
}

// Division by zero: every bit set, for quotient and remainder, as the code that ptxas makes gives.
template <class T>
T div(Control, T a, T b) {
  if (b == 0) return static_cast<T>(~Unsigned<T>(0));
  if constexpr (std::is_signed_v<T>) {
    // The least number divided by -1 does not fit: C++ leaves it undefined and x86 traps; the GPU
    // wraps.
    if (b == -1) return neg<T>(0, a);
  }
  return static_cast<T>(a / b);
}
template <class T>
T rem(Control, T a, T b) {
  if (b == 0) return static_cast<T>(~Unsigned<T>(0));
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return 0;
  }
  return static_cast<T>(a % b);
}

/// Up to 32 bits through double, which vectorises. The quotient of two such integers is never rounded up to the next
/// integer k: it is below k by at least 1/b, and k <= 2^32/b, so the relative distance is at least 2^-32 > 2^-53.
/// Example: 4294967295 / 2147483648 is 1.9999999995, and its nearest double is below 2.
template <class T>
T div_narrow(Control, T a, T b) {
  bool replaced = b == 0;
  if constexpr (std::is_signed_v<T>) replaced = replaced || b == -1;
  const double divisor = replaced ? 1.0 : static_cast<double>(b);
  const auto quotient = static_cast<T>(static_cast<double>(a) / divisor);
  if constexpr (std::is_signed_v<T>) {
    if (b == -1) return neg<T>(0, a);
  }
  return b == 0 ? static_cast<T>(~Unsigned<T>(0)) : quotient;
}
template <class T>
T rem_narrow(Control, T a, T b) {
  const auto rest = static_cast<T>(u32(a) - u32(div_narrow<T>(0, a, b)) * u32(b));
  return b == 0 ? static_cast<T>(~Unsigned<T>(0)) : rest;
}

/// Applies fn to both 16-bit halves.
template <class T, T (*fn)(Control, T, T)>
u32 pair(Control control, u32 a, u32 b) {
  const auto low = static_cast<u16>(fn(control, static_cast<T>(a), static_cast<T>(b)));
  const auto high = static_cast<u16>(fn(control, static_cast<T>(a >> 16), static_cast<T>(b >> 16)));
  return u32{low} | u32{high} << 16;
}
s16 min_relu16(Control, s16 a, s16 b) { return max<s16>(0, min<s16>(0, a, b), 0); }
s16 max_relu16(Control, s16 a, s16 b) { return max<s16>(0, max<s16>(0, a, b), 0); }

}  // namespace
}  // namespace forewarp::emu::lanes
