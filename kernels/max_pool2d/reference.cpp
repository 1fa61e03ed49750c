// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> max_pool2d(const launch::Launch&, const Inputs& inputs) {
  const std::size_t size = inputs.parameter("size"), window = inputs.parameter("window");
  const std::size_t stride = inputs.parameter("stride"), side = size / stride;
  const auto in = inputs.values<float>("in");
  Expected out{.buffer = "out", .value = {}, .bound = {}};
  for (std::size_t i = 0; i < inputs.parameter("planes") * side * side; ++i) {
    const std::size_t top = i / side % side * stride, left = i % side * stride;
    float most = -std::numeric_limits<float>::infinity();
    for (std::size_t v = top; v < std::min(top + window, size); ++v)
      for (std::size_t u = left; u < std::min(left + window, size); ++u)
        most = std::max(most, in[(i / (side * side) * size + v) * size + u]);
    out.value.push_back(most);
  }
  return {out};
}

}  // namespace forewarp::kernels
