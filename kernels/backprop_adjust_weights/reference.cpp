// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> backprop_adjust_weights(const launch::Launch&, const Inputs& inputs) {
  constexpr std::size_t width = 16;
  const std::size_t n = inputs.parameter("n");
  const Bounded rate{inputs.scalar("rate"), 0}, momentum{inputs.scalar("momentum"), 0};
  const auto delta = exact(inputs.values<float>("delta")), input = exact(inputs.values<float>("input"));
  auto weights = exact(inputs.values<float>("weights")), moved = exact(inputs.values<float>("moved"));
  for (std::size_t unit = 1; unit <= n; ++unit)
    for (std::size_t hidden = 1; hidden <= width; ++hidden) {
      const std::size_t i = unit * (width + 1) + hidden;
      moved[i] = multiply_add(rate * delta[hidden], input[unit], momentum * moved[i]);
      weights[i] = weights[i] + moved[i];
    }
  return {expected_from("weights", weights), expected_from("moved", moved)};
}

}  // namespace forewarp::kernels
