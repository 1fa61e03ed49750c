// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> occupancy_dial(const launch::Launch& launch, const Inputs& inputs) {
  const auto in = exact(inputs.values<float>("in"));
  const std::size_t width = launch.block.x, turns = inputs.parameter("turns");
  std::vector<Bounded> out(launch.grid.x * width);
  for (std::size_t i = 0; i < in.size(); ++i) {
    Bounded& sum = out[(i / (width * turns) * width + i % width) ^ 1];
    sum = sum + in[i];
  }
  return {expected_from("out", out)};
}

}  // namespace forewarp::kernels
