// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> syr2k(const launch::Launch&, const Inputs& inputs) {
  const std::size_t n = inputs.parameter("n"), m = inputs.parameter("m");
  const Bounded alpha{inputs.scalar("alpha"), 0}, beta{inputs.scalar("beta"), 0};
  const auto a = exact(inputs.values<float>("a")), b = exact(inputs.values<float>("b"));
  auto c = exact(inputs.values<float>("c"));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      Bounded sum;
      for (std::size_t k = 0; k < m; ++k) {
        sum = multiply_add(a[i * m + k], b[j * m + k], sum);
        sum = multiply_add(b[i * m + k], a[j * m + k], sum);
      }
      c[i * n + j] = alpha * sum + beta * c[i * n + j];
    }
  return {expected_from("c", c)};
}

}  // namespace forewarp::kernels
