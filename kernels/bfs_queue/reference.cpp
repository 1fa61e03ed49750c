// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> bfs_queue(const launch::Launch&, const Inputs& inputs) {
  const auto offsets = inputs.values<std::int32_t>("offsets"), targets = inputs.values<std::int32_t>("targets");
  const auto queue = inputs.values<std::int32_t>("queue");
  const double next = inputs.scalar("current") + 1;
  Expected level{.buffer = "level", .value = std::vector<double>(queue.size(), -1), .bound = {}};
  Expected tail{.buffer = "tail", .value = {0}, .bound = {}};
  for (std::size_t i = 0; i < static_cast<std::size_t>(inputs.scalar("size")); ++i) {
    const auto node = static_cast<std::size_t>(queue[i]);
    for (auto e = static_cast<std::size_t>(offsets[node]); e < static_cast<std::size_t>(offsets[node + 1]); ++e) {
      double& reached = level.value[static_cast<std::size_t>(targets[e])];
      if (reached < 0) tail.value[0] += 1;
      reached = next;
    }
  }
  return {level, tail};
}

}  // namespace forewarp::kernels
