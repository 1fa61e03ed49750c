// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> btree_lookup(const launch::Launch&, const Inputs& inputs) {
  const auto leaves = inputs.values<std::int32_t>("leaves");
  Expected place{.buffer = "place", .value = {}, .bound = {}};
  for (const std::int32_t query : inputs.values<std::int32_t>("queries")) {
    const auto at = std::lower_bound(leaves.begin(), leaves.end(), query);
    place.value.push_back(at != leaves.end() && *at == query ? static_cast<double>(at - leaves.begin()) : -1);
  }
  return {place};
}

}  // namespace forewarp::kernels
