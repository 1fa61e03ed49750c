// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> sad_4x4(const launch::Launch& launch, const Inputs& inputs) {
  constexpr std::size_t reach = 16, shifts = 33;
  const std::size_t width = inputs.parameter("width");
  const auto frame = inputs.values<std::uint8_t>("frame"), last = inputs.values<std::uint8_t>("last");
  Expected sums{.buffer = "sums", .value = {}, .bound = {}};
  for (std::size_t block = 0; block < launch.grid.count(); ++block)
    for (std::size_t shift = 0; shift < shifts * shifts; ++shift) {
      const std::size_t left = 4 * (block % launch.grid.x), top = 4 * (block / launch.grid.x);
      int sum = 0;
      for (std::size_t i = 0; i < 16; ++i) {
        const std::size_t own = (top + reach + i / 4) * width + left + reach + i % 4;
        const std::size_t other = (top + shift / shifts + i / 4) * width + left + shift % shifts + i % 4;
        sum += std::abs(int{frame[own]} - int{last[other]});
      }
      sums.value.push_back(sum);
    }
  return {sums};
}

}  // namespace forewarp::kernels
