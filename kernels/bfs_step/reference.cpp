// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> bfs_step(const launch::Launch&, const Inputs& inputs) {
  const auto offsets = inputs.values<std::int32_t>("offsets"), targets = inputs.values<std::int32_t>("targets");
  const auto before = inputs.values<std::int32_t>("level");
  const auto current = static_cast<std::int32_t>(inputs.scalar("current"));
  Expected level{.buffer = "level", .value = {before.begin(), before.end()}, .bound = {}};
  Expected changed{.buffer = "changed", .value = {0}, .bound = {}};
  for (std::size_t node = 0; node < before.size(); ++node) {
    if (before[node] != current) continue;
    for (auto e = static_cast<std::size_t>(offsets[node]); e < static_cast<std::size_t>(offsets[node + 1]); ++e) {
      const auto target = static_cast<std::size_t>(targets[e]);
      if (before[target] >= 0) continue;
      level.value[target] = current + 1;
      changed.value[0] = 1;
    }
  }
  return {level, changed};
}

}  // namespace forewarp::kernels
