// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Elementary functions of values with bounds (running_error.hpp): the operand's bound is carried on by the function's
/// slope, and the function itself may be off by `ulps` units in the last place (CUDA C++ Programming Guide, section
/// "Mathematical functions": 2 for expf, tanhf, erff and rsqrtf, 1 for logf), each 2 unit roundoffs.
#include <algorithm>
#include <cmath>

#include "kernels/running_error.hpp"

namespace forewarp::kernels {

[[nodiscard]] inline Bounded off_by_ulps(double value, double carried, double ulps) {
  return {value, carried + 2 * ulps * unit_roundoff * (std::abs(value) + carried)};
}
[[nodiscard]] inline Bounded exponential(Bounded x, double ulps = 2) {
  const double value = std::exp(x.value);
  return off_by_ulps(value, value * std::expm1(x.error), ulps);
}
/// Infinite where x may be 0 or less.
[[nodiscard]] inline Bounded logarithm(Bounded x, double ulps = 1) {
  const double least = x.value - x.error;
  return least > 0 ? off_by_ulps(std::log(x.value), x.error / least, ulps) : Bounded{std::log(x.value), INFINITY};
}
[[nodiscard]] inline Bounded square_root(Bounded x, double ulps = 2) {
  const double value = std::sqrt(x.value), least = std::sqrt(std::max(0.0, x.value - x.error));
  return off_by_ulps(value, value > 0 ? x.error / (value + least) : std::sqrt(x.error), ulps);
}
[[nodiscard]] inline Bounded reciprocal_root(Bounded x, double ulps = 2) {
  const double least = x.value - x.error;
  if (least <= 0) return {1 / std::sqrt(x.value), INFINITY};
  return off_by_ulps(1 / std::sqrt(x.value), x.error / (2 * least * std::sqrt(least)), ulps);
}
[[nodiscard]] inline Bounded hyperbolic_tangent(Bounded x, double ulps = 2) {
  return off_by_ulps(std::tanh(x.value), x.error, ulps);
}
/// No rounding of its own; exact operands stay exact.
[[nodiscard]] inline Bounded maximum(Bounded a, Bounded b) {
  return {std::max(a.value, b.value), std::max(a.error, b.error)};
}

}  // namespace forewarp::kernels
