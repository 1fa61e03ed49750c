// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> game_of_life(const launch::Launch&, const Inputs& inputs) {
  const std::size_t n = inputs.parameter("n");
  const auto alive = inputs.values<std::uint8_t>("alive");
  Expected next{.buffer = "next", .value = {}, .bound = {}};
  for (std::size_t y = 0; y < n; ++y)
    for (std::size_t x = 0; x < n; ++x) {
      int around = -int{alive[y * n + x]};
      for (const std::size_t row : {y + n - 1, y, y + 1})
        for (const std::size_t column : {x + n - 1, x, x + 1}) around += alive[row % n * n + column % n];
      next.value.push_back(around == 3 || (around == 2 && alive[y * n + x] == 1) ? 1 : 0);
    }
  return {next};
}

}  // namespace forewarp::kernels
