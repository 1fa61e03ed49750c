// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> covariance_product(const launch::Launch&, const Inputs& inputs) {
  const std::size_t rows = inputs.parameter("rows"), columns = inputs.parameter("columns");
  const auto data = exact(inputs.values<float>("data"));
  std::vector<Bounded> covariance(columns * columns);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < columns; ++j)
      for (std::size_t k = 0; k < columns; ++k) {
        Bounded& sum = covariance[j * columns + k];
        sum = multiply_add(data[i * columns + j], data[i * columns + k], sum);
      }
  return {expected_from("covariance", covariance)};
}

}  // namespace forewarp::kernels
