// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> backprop_layer_forward(const launch::Launch&, const Inputs& inputs) {
  constexpr std::size_t width = 16;
  const std::size_t n = inputs.parameter("n");
  const auto input = inputs.values<float>("input"), weights = inputs.values<float>("weights");
  Expected out{.buffer = "partial", .value = std::vector<double>(n), .bound = std::vector<double>(n)};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < width; ++j) {
      const double product = double{weights[(i + 1) * (width + 1) + j + 1]} * double{input[i + 1]};
      const std::size_t sum = i / width * width + j;
      out.value[sum] += product;
      out.bound[sum] += gamma(5) * std::abs(product);  // a product and four sums
    }
  return {out};
}

}  // namespace forewarp::kernels
