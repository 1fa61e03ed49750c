// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> maximum_subarray(const launch::Launch& launch, const Inputs& inputs) {
  const auto data = inputs.values<std::int32_t>("data");
  const auto each = static_cast<std::size_t>(inputs.scalar("each"));
  const std::size_t threads = launch.grid.x * std::size_t{launch.block.x};
  Expected results{.buffer = "results", .value = std::vector<double>(4 * threads), .bound = {}};
  for (std::size_t thread = 0; thread < threads; ++thread) {
    double best = 0, prefix = 0, suffix = 0, total = 0;
    for (std::size_t i = thread * each; i < (thread + 1) * each; ++i) {
      total += data[i];
      suffix = std::max(suffix + data[i], 0.0);
      prefix = std::max(prefix, total);
      best = std::max(best, suffix);
    }
    results.value[4 * thread] = best;
    results.value[4 * thread + 1] = prefix;
    results.value[4 * thread + 2] = suffix;
    results.value[4 * thread + 3] = total;
  }
  return {results};
}

}  // namespace forewarp::kernels
