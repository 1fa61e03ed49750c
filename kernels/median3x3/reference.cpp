// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> median3x3(const launch::Launch&, const Inputs& inputs) {
  const std::size_t width = inputs.parameter("width"), height = inputs.parameter("height");
  const auto image = inputs.values<std::uint8_t>("image");
  Expected smooth{.buffer = "smooth", .value = std::vector<double>(width * height), .bound = {}};
  for (std::size_t y = 1; y + 1 < height; ++y)
    for (std::size_t x = 1; x + 1 < width; ++x) {
      std::vector<std::uint8_t> around;
      for (std::size_t row = y - 1; row <= y + 1; ++row)
        for (std::size_t column = x - 1; column <= x + 1; ++column) around.push_back(image[row * width + column]);
      std::nth_element(around.begin(), around.begin() + 4, around.end());
      smooth.value[y * width + x] = around[4];
    }
  return {smooth};
}

}  // namespace forewarp::kernels
