// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> floyd_warshall_step(const launch::Launch&, const Inputs& inputs) {
  const std::size_t nodes = inputs.parameter("nodes");
  const auto through = static_cast<std::size_t>(inputs.scalar("through"));
  const auto before = inputs.values<std::int32_t>("distance");
  Expected distance{.buffer = "distance", .value = {}, .bound = {}};
  for (std::size_t i = 0; i < nodes; ++i)
    for (std::size_t j = 0; j < nodes; ++j)
      distance.value.push_back(
          std::min(before[i * nodes + j], before[i * nodes + through] + before[through * nodes + j]));
  return {distance};
}

}  // namespace forewarp::kernels
