// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> monte_carlo_pi(const launch::Launch& launch, const Inputs& inputs) {
  const auto seed = static_cast<std::uint32_t>(inputs.scalar("seed"));
  const std::uint64_t points = launch.grid.count() * launch.block.count() * inputs.parameter("draws");
  Expected hits{.buffer = "hits", .value = {0}, .bound = {}};
  for (std::uint64_t i = 0; i < points; ++i) {
    std::uint32_t h = static_cast<std::uint32_t>(i) ^ seed;
    h = (h ^ (h >> 16)) * 0x7feb352dU;
    h = (h ^ (h >> 15)) * 0x846ca68bU;
    h ^= h >> 16;
    const std::uint32_t x = h & 0x7fffU, y = h >> 17;
    if (x * x + y * y < 1U << 30) hits.value[0] += 1;
  }
  return {hits};
}

}  // namespace forewarp::kernels
