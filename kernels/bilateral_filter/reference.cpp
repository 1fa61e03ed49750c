// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> bilateral_filter(const launch::Launch&, const Inputs& inputs) {
  const int width = static_cast<int>(inputs.parameter("width")), height = static_cast<int>(inputs.parameter("height"));
  const int radius = static_cast<int>(inputs.parameter("radius"));
  const Bounded near{inputs.scalar("near"), 0}, alike{inputs.scalar("alike"), 0};
  const auto image = exact(inputs.values<float>("image"));
  const auto at = [&](int x, int y) {
    return image[static_cast<std::size_t>(std::clamp(y, 0, height - 1) * width + std::clamp(x, 0, width - 1))];
  };
  std::vector<Bounded> smooth;
  for (int i = 0; i < width * height; ++i) {
    const int x = i % width, y = i / width;
    Bounded sum, weights;
    for (int dy = -radius; dy <= radius; ++dy)
      for (int dx = -radius; dx <= radius; ++dx) {
        const Bounded pixel = at(x + dx, y + dy), difference = pixel - at(x, y);
        const Bounded distance{1.0 * (dx * dx + dy * dy), 0};
        const Bounded exponent = near * distance + alike * difference * difference;
        const Bounded weight = exponential({-exponent.value, exponent.error});
        sum = multiply_add(weight, pixel, sum);
        weights = weights + weight;
      }
    smooth.push_back(sum / weights);
  }
  return {expected_from("smooth", smooth)};
}

}  // namespace forewarp::kernels
