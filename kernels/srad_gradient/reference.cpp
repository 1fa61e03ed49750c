// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {
namespace {

Bounded number(double value) { return {value, 0}; }

Bounded coefficient_of(Bounded here, Bounded n, Bounded s, Bounded w, Bounded e, Bounded speckle) {
  const Bounded g = (n * n + s * s + w * w + e * e) / (here * here), l = (n + s + w + e) / here;
  const Bounded spread = number(1) + number(0.25) * l;
  const Bounded q = (number(0.5) * g - number(0.0625) * l * l) / (spread * spread);
  const Bounded c = number(1) / (number(1) + (q - speckle) / (speckle * (number(1) + speckle)));
  return {std::clamp(c.value, 0.0, 1.0), c.error};  // cutting brings no two values farther apart
}

}  // namespace

std::vector<Expected> srad_gradient(const launch::Launch&, const Inputs& inputs) {
  const std::size_t width = inputs.parameter("width"), height = inputs.parameter("height");
  const auto image = exact(inputs.values<float>("image"));
  std::vector<Bounded> north, south, west, east, coefficient;
  for (std::size_t i = 0; i < image.size(); ++i) {
    const std::size_t x = i % width, y = i / width;
    north.push_back(image[y > 0 ? i - width : i] - image[i]);
    south.push_back(image[y + 1 < height ? i + width : i] - image[i]);
    west.push_back(image[x > 0 ? i - 1 : i] - image[i]);
    east.push_back(image[x + 1 < width ? i + 1 : i] - image[i]);
    coefficient.push_back(coefficient_of(image[i], north.back(), south.back(), west.back(), east.back(),
                                         number(inputs.scalar("speckle"))));
  }
  return {expected_from("north", north), expected_from("south", south), expected_from("west", west),
          expected_from("east", east), expected_from("coefficient", coefficient)};
}

}  // namespace forewarp::kernels
