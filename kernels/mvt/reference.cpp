// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> mvt(const launch::Launch&, const Inputs& inputs) {
  const std::size_t n = inputs.parameter("n");
  const auto a = exact(inputs.values<float>("a"));
  const auto y1 = exact(inputs.values<float>("y1")), y2 = exact(inputs.values<float>("y2"));
  auto x1 = exact(inputs.values<float>("x1")), x2 = exact(inputs.values<float>("x2"));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      x1[i] = multiply_add(a[i * n + j], y1[j], x1[i]);
      x2[i] = multiply_add(a[j * n + i], y2[j], x2[i]);
    }
  return {expected_from("x1", x1), expected_from("x2", x2)};
}

}  // namespace forewarp::kernels
