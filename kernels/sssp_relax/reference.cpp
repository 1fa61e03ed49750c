// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> sssp_relax(const launch::Launch&, const Inputs& inputs) {
  const auto offsets = inputs.values<std::int32_t>("offsets"), targets = inputs.values<std::int32_t>("targets");
  const auto weights = inputs.values<std::int32_t>("weights"), before = inputs.values<std::int32_t>("before");
  Expected after{.buffer = "after", .value = {before.begin(), before.end()}, .bound = {}};
  for (std::size_t node = 0; node < before.size(); ++node)
    for (auto e = static_cast<std::size_t>(offsets[node]); e < static_cast<std::size_t>(offsets[node + 1]); ++e) {
      double& distance = after.value[static_cast<std::size_t>(targets[e])];
      distance = std::min(distance, static_cast<double>(before[node] + weights[e]));
    }
  return {after};
}

}  // namespace forewarp::kernels
