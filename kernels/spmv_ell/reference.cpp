// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> spmv_ell(const launch::Launch&, const Inputs& inputs) {
  const std::size_t rows = inputs.parameter("rows"), width = inputs.parameter("width");
  const auto columns = inputs.values<std::int32_t>("columns");
  const auto values = inputs.values<float>("values"), x = inputs.values<float>("x");
  Expected y{.buffer = "y", .value = std::vector<double>(rows), .bound = std::vector<double>(rows)};
  for (std::size_t i = 0; i < rows * width; ++i) {
    const double product = double{values[i]} * x[static_cast<std::size_t>(columns[i])];
    y.value[i % rows] += product;
    y.bound[i % rows] += gamma(static_cast<double>(width)) * std::abs(product);
  }
  return {y};
}

}  // namespace forewarp::kernels
