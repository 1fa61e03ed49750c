// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> depthwise_convolution(const launch::Launch&, const Inputs& inputs) {
  const std::size_t channels = inputs.parameter("channels"), size = inputs.parameter("size");
  const auto in = exact(inputs.values<float>("in")), filters = exact(inputs.values<float>("filters"));
  std::vector<Bounded> out;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t plane = i / (size * size), y = i / size % size, x = i % size;
    Bounded sum;
    for (std::size_t j = 0; j < 9; ++j) {
      const std::size_t v = y + j / 3 - 1, u = x + j % 3 - 1;  // beyond size where it is left of 0
      if (v < size && u < size)
        sum = multiply_add(in[(plane * size + v) * size + u], filters[plane % channels * 9 + j], sum);
    }
    out.push_back(sum);
  }
  return {expected_from("out", out)};
}

}  // namespace forewarp::kernels
