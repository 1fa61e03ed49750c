// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> hash_insert(const launch::Launch&, const Inputs& inputs) {
  const auto last = static_cast<std::uint32_t>(inputs.scalar("slots") - 1);
  Expected used{.buffer = "used", .value = std::vector<double>(last + std::size_t{1}), .bound = {}};
  const auto keys = inputs.values<std::int32_t>("keys");
  for (const std::int32_t key : std::set<std::int32_t>(keys.begin(), keys.end())) {
    std::uint32_t hash = static_cast<std::uint32_t>(key) * 0x9e3779b1U;
    hash ^= hash >> 15;
    std::uint32_t slot = hash & last;
    while (used.value[slot] != 0) slot = (slot + 1) & last;
    used.value[slot] = 1;
  }
  return {used};
}

}  // namespace forewarp::kernels
