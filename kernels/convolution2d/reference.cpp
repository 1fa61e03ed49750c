// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> convolution2d(const launch::Launch&, const Inputs& inputs) {
  constexpr double weight[3][3] = {{0.25, 0.5, -0.75}, {-0.375, 0.625, 0.875}, {0.4375, -0.8125, 0.1875}};
  const std::size_t n = inputs.parameter("n");
  const auto in = inputs.values<float>("in");
  Expected out{.buffer = "out", .value = std::vector<double>(n * n), .bound = std::vector<double>(n * n)};
  for (std::size_t y = 1; y + 1 < n; ++y)
    for (std::size_t x = 1; x + 1 < n; ++x)
      for (std::size_t v = 0; v < 3; ++v)
        for (std::size_t u = 0; u < 3; ++u) {
          const double product = weight[v][u] * in[(y + v - 1) * n + x + u - 1];
          out.value[y * n + x] += product;
          out.bound[y * n + x] += gamma(9) * std::abs(product);  // a product and eight sums at most
        }
  return {out};
}

}  // namespace forewarp::kernels
