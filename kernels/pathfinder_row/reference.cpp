// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> pathfinder_row(const launch::Launch&, const Inputs& inputs) {
  const std::size_t columns = inputs.parameter("columns");
  const auto cost = inputs.values<std::int32_t>("cost");
  auto sums = inputs.values<std::int32_t>("before");
  for (std::size_t step = 0; step < inputs.parameter("steps"); ++step) {
    const auto above = sums;
    for (std::size_t i = 0; i < columns; ++i)
      sums[i] = cost[step * columns + i] +
                std::min({above[i], above[i > 0 ? i - 1 : 0], above[std::min(i + 1, columns - 1)]});
  }
  return {Expected{.buffer = "after", .value = {sums.begin(), sums.end()}, .bound = {}}};
}

}  // namespace forewarp::kernels
