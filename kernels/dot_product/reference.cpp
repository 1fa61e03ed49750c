// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> dot_product(const launch::Launch& launch, const Inputs& inputs) {
  const auto a = inputs.values<float>("a"), b = inputs.values<float>("b");
  const std::size_t block = launch.block.x, blocks = launch.grid.x;
  Expected partial{.buffer = "partial", .value = std::vector<double>(blocks), .bound = std::vector<double>(blocks)};
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double product = double{a[i]} * b[i];
    partial.value[i / block] += product;
    // A product is rounded once and passes through log2(block) additions; block is a generous stand-in for the
    // logarithm.
    partial.bound[i / block] += gamma(static_cast<double>(block)) * std::abs(product);
  }
  return {partial};
}

}  // namespace forewarp::kernels
