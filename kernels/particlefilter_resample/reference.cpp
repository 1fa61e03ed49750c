// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> particlefilter_resample(const launch::Launch&, const Inputs& inputs) {
  const auto cumulative = inputs.values<float>("cumulative"), draws = inputs.values<float>("draws");
  const auto x = inputs.values<float>("x"), y = inputs.values<float>("y");
  Expected new_x{.buffer = "new_x", .value = {}, .bound = {}}, new_y{.buffer = "new_y", .value = {}, .bound = {}};
  for (const float draw : draws) {
    const auto at = std::lower_bound(cumulative.begin(), cumulative.end() - 1, draw) - cumulative.begin();
    new_x.value.push_back(x[static_cast<std::size_t>(at)]);
    new_y.value.push_back(y[static_cast<std::size_t>(at)]);
  }
  return {new_x, new_y};
}

}  // namespace forewarp::kernels
