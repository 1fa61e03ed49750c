// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> gaussian_fan2(const launch::Launch&, const Inputs& inputs) {
  const std::size_t n = inputs.parameter("n"), t = inputs.parameter("step");
  auto a = exact(inputs.values<float>("a")), b = exact(inputs.values<float>("b"));
  const auto multiplier = exact(inputs.values<float>("multiplier"));
  for (std::size_t row = t + 1; row < n; ++row) {
    const Bounded m{-multiplier[row * n + t].value, 0};
    for (std::size_t column = t; column < n; ++column)
      a[row * n + column] = multiply_add(m, a[t * n + column], a[row * n + column]);
    b[row] = multiply_add(m, b[t], b[row]);
  }
  return {expected_from("a", a), expected_from("b", b)};
}

}  // namespace forewarp::kernels
