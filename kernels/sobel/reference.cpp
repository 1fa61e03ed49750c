// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> sobel(const launch::Launch&, const Inputs& inputs) {
  const std::size_t width = inputs.parameter("width"), height = inputs.parameter("height");
  const auto image = inputs.values<std::uint8_t>("image");
  const double weights[3] = {1, 2, 1};
  Expected edges{.buffer = "edges", .value = std::vector<double>(width * height), .bound = {}};
  for (std::size_t y = 1; y + 1 < height; ++y)
    for (std::size_t x = 1; x + 1 < width; ++x) {
      const auto pixel = [&](std::size_t row, std::size_t column) {
        return static_cast<double>(image[(y - 1 + row) * width + x - 1 + column]);
      };
      double dx = 0, dy = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        dx += weights[i] * (pixel(i, 2) - pixel(i, 0));
        dy += weights[i] * (pixel(2, i) - pixel(0, i));
      }
      edges.value[y * width + x] = std::min(std::abs(dx) + std::abs(dy), 255.0);
    }
  return {edges};
}

}  // namespace forewarp::kernels
