// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> srad_update(const launch::Launch&, const Inputs& inputs) {
  const std::size_t width = inputs.parameter("width"), height = inputs.parameter("height");
  const auto field = [&](const char* name) { return exact(inputs.values<float>(name)); };
  const auto north = field("north"), south = field("south"), west = field("west"), east = field("east");
  const auto coefficient = field("coefficient");
  auto image = field("image");
  for (std::size_t i = 0; i < image.size(); ++i) {
    const Bounded here = coefficient[i], below = coefficient[i / width + 1 < height ? i + width : i];
    const Bounded right = coefficient[i % width + 1 < width ? i + 1 : i];
    const Bounded divergence = here * north[i] + below * south[i] + here * west[i] + right * east[i];
    image[i] = image[i] + Bounded{inputs.scalar("rate"), 0} * divergence;
  }
  return {expected_from("image", image)};
}

}  // namespace forewarp::kernels
