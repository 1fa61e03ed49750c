// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> spmv_csr(const launch::Launch&, const Inputs& inputs) {
  const auto offsets = inputs.values<std::int32_t>("offsets"), columns = inputs.values<std::int32_t>("columns");
  const auto values = inputs.values<float>("values"), x = inputs.values<float>("x");
  const std::size_t rows = offsets.size() - 1;
  Expected y{.buffer = "y", .value = std::vector<double>(rows), .bound = std::vector<double>(rows)};
  for (std::size_t row = 0; row < rows; ++row)
    for (auto e = static_cast<std::size_t>(offsets[row]); e < static_cast<std::size_t>(offsets[row + 1]); ++e) {
      const double product = double{values[e]} * x[static_cast<std::size_t>(columns[e])];
      y.value[row] += product;
      y.bound[row] += gamma(static_cast<double>(offsets[row + 1] - offsets[row])) * std::abs(product);
    }
  return {y};
}

}  // namespace forewarp::kernels
