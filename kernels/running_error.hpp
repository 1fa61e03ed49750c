// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A value with a bound on how far single precision may be from it: running error analysis (Higham 2002, section 3.3).
/// Every operation carries the bounds of its operands on and adds one rounding of its own result.
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

struct Bounded {
  double value = 0, error = 0;
};

[[nodiscard]] inline Bounded rounded(double value, double carried) {
  return {value, carried + unit_roundoff * (std::abs(value) + carried)};
}
[[nodiscard]] inline Bounded operator+(Bounded a, Bounded b) { return rounded(a.value + b.value, a.error + b.error); }
[[nodiscard]] inline Bounded operator-(Bounded a, Bounded b) { return rounded(a.value - b.value, a.error + b.error); }
[[nodiscard]] inline double product_error(Bounded a, Bounded b) {
  return std::abs(a.value) * b.error + std::abs(b.value) * a.error + a.error * b.error;
}
[[nodiscard]] inline Bounded operator*(Bounded a, Bounded b) { return rounded(a.value * b.value, product_error(a, b)); }
/// Infinite where b may be 0. Covers approximate division too, within 2 units in the last place.
[[nodiscard]] inline Bounded operator/(Bounded a, Bounded b) {
  const double least = std::abs(b.value) - b.error, value = a.value / b.value;
  if (least <= 0) return {value, INFINITY};
  const double carried = (a.error + std::abs(value) * b.error) / least;
  return {value, carried + 4 * unit_roundoff * (std::abs(value) + carried)};
}
/// a b + c, whether it is fused or not.
[[nodiscard]] inline Bounded multiply_add(Bounded a, Bounded b, Bounded c) { return a * b + c; }

/// An output of which the kernel writes some elements: the rest as it was, exactly.
[[nodiscard]] inline Expected expected_from(std::string buffer, const std::vector<Bounded>& elements) {
  Expected out{.buffer = std::move(buffer), .value = {}, .bound = {}};
  for (const Bounded& element : elements) {
    out.value.push_back(element.value);
    out.bound.push_back(element.error);
  }
  return out;
}
[[nodiscard]] inline std::vector<Bounded> exact(const std::vector<float>& values) {
  std::vector<Bounded> elements;
  for (const float value : values) elements.push_back({value, 0});
  return elements;
}

}  // namespace forewarp::kernels
