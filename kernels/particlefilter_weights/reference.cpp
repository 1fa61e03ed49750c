// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> particlefilter_weights(const launch::Launch&, const Inputs& inputs) {
  constexpr std::int32_t width = 1024, radius = 4;
  const auto image = inputs.values<std::uint8_t>("image");
  const auto x = inputs.values<std::int32_t>("x"), y = inputs.values<std::int32_t>("y");
  auto weight = exact(inputs.values<float>("weight"));
  for (std::size_t i = 0; i < weight.size(); ++i) {
    double sum = 0, pixels = 0;
    for (std::int32_t down = -radius; down <= radius; ++down)
      for (std::int32_t right = -radius; right <= radius; ++right) {
        if (down * down + right * right > radius * radius) continue;
        sum += image[static_cast<std::size_t>((y[i] + down) * width + x[i] + right)] - 164.0;
        pixels += 1;
      }
    weight[i] = weight[i] * exponential(Bounded{sum, 0} / Bounded{32 * pixels, 0});
  }
  return {expected_from("weight", weight)};
}

}  // namespace forewarp::kernels
