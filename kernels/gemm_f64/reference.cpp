// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> gemm_f64(const launch::Launch&, const Inputs& inputs) {
  const std::size_t n = inputs.parameter("n");
  const auto a = inputs.values<double>("a"), b = inputs.values<double>("b");
  const double each = 3 * static_cast<double>(n) * 0x1p-53;  // n roundings there, 2 n in this sum
  Expected c{.buffer = "c", .value = std::vector<double>(n * n), .bound = std::vector<double>(n * n)};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t j = 0; j < n; ++j) {
        const double product = a[i * n + k] * b[k * n + j];
        c.value[i * n + j] += product;
        c.bound[i * n + j] += 1.01 * each * std::abs(product);
      }
  return {c};
}

}  // namespace forewarp::kernels
