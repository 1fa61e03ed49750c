// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> matmul(const launch::Launch&, const Inputs& inputs) {
  const std::size_t n = inputs.parameter("n");
  const auto a = inputs.values<float>("a"), b = inputs.values<float>("b");
  Expected c{.buffer = "c", .value = std::vector<double>(n * n), .bound = std::vector<double>(n * n)};
  const double each = gamma(static_cast<double>(n));  // n fused multiply-adds, one rounding each
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t j = 0; j < n; ++j) {
        const double product = double{a[i * n + k]} * b[k * n + j];
        c.value[i * n + j] += product;
        c.bound[i * n + j] += each * std::abs(product);
      }
  return {c};
}

}  // namespace forewarp::kernels
