// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> gemm_alpha_beta(const launch::Launch&, const Inputs& inputs) {
  const std::size_t n = inputs.parameter("n");
  const Bounded alpha{inputs.scalar("alpha"), 0}, beta{inputs.scalar("beta"), 0};
  const auto a = exact(inputs.values<float>("a")), b = exact(inputs.values<float>("b"));
  auto c = exact(inputs.values<float>("c"));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      Bounded& sum = c[i * n + j];
      sum = sum * beta;
      for (std::size_t k = 0; k < n; ++k) sum = multiply_add(alpha * a[i * n + k], b[k * n + j], sum);
    }
  return {expected_from("c", c)};
}

}  // namespace forewarp::kernels
