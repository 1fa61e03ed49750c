// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> radix_sort_count(const launch::Launch&, const Inputs& inputs) {
  const auto keys = inputs.values<std::uint32_t>("keys");
  const std::size_t blocks = inputs.parameter("blocks"), part = (keys.size() + blocks - 1) / blocks;
  const auto shift = static_cast<unsigned>(inputs.scalar("shift"));
  Expected counts{.buffer = "counts", .value = std::vector<double>(16 * blocks), .bound = {}};
  for (std::size_t i = 0; i < keys.size(); ++i) counts.value[(keys[i] >> shift & 15U) * blocks + i / part] += 1;
  return {counts};
}

}  // namespace forewarp::kernels
