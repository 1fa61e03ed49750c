// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> histo_saturating(const launch::Launch&, const Inputs& inputs) {
  std::vector<std::uint32_t> counts(inputs.parameter("bins"));
  for (const std::int32_t bin : inputs.values<std::int32_t>("data")) counts[static_cast<std::size_t>(bin)] += 1;
  Expected bins{.buffer = "bins", .value = {}, .bound = {}};
  for (std::size_t i = 0; i < counts.size(); i += 4) {
    std::uint32_t word = 0;
    for (std::size_t byte = 0; byte < 4; ++byte) word |= std::min(counts[i + byte], 255U) << 8 * byte;
    bins.value.push_back(word);
  }
  return {bins};
}

}  // namespace forewarp::kernels
