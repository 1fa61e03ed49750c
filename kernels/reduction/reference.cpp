// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> reduction(const launch::Launch& launch, const Inputs& inputs) {
  const auto in = inputs.values<float>("in");
  const std::size_t block = launch.block.x, blocks = launch.grid.x;
  const double turns = std::ceil(static_cast<double>(in.size()) / static_cast<double>(block * blocks));
  Expected partial{.buffer = "partial", .value = std::vector<double>(blocks), .bound = std::vector<double>(blocks)};
  for (std::size_t i = 0; i < in.size(); ++i) {
    partial.value[i / block % blocks] += in[i];
    // An element passes through the additions of its thread's loop and twice five of the shuffles.
    partial.bound[i / block % blocks] += gamma(turns + 10) * std::abs(in[i]);
  }
  return {partial};
}

}  // namespace forewarp::kernels
