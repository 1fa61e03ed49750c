// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// min and max of floating-point values, as PTX defines them: -0 is less than +0; one operand that is not a number
/// gives the other operand, unless .NaN; .xorsign.abs compares magnitudes and gives the product of the signs.
#include "forewarp/emulate/lanes/scalar/floats.hpp"

namespace forewarp::emu::lanes {
namespace {  // NOLINT(google-build-namespaces): see types.hpp

FOREWARP_LANES_INLINE bool sign_of(float x) { return (bits_as<u32>(x) & sign32) != 0; }
FOREWARP_LANES_INLINE bool sign_of(double x) { return (bits_as<u64>(x) & sign64) != 0; }

template <bool largest, class T>
FOREWARP_LANES_INLINE T extreme(Control control, T a, T b) {
  const bool sizes = (control & control_bits::xorsign_abs) != 0, spread = (control & control_bits::nan) != 0;
  const T left = sizes ? magnitude(a) : a, right = sizes ? magnitude(b) : b;
  const bool left_less = left < right || (left == right && sign_of(left));
  T result = left_less != largest ? left : right;
  result = right == right ? result : left;
  result = left == left ? result : right;
  result = spread && (left != left || right != right) ? T(__builtin_nan("")) : result;
  const T sign = sign_of(a) != sign_of(b) ? T(-1) : T(1);
  result = sizes ? with_sign_of(sign, result) : result;
  return canonical(result);
}

}  // namespace
}  // namespace forewarp::emu::lanes
