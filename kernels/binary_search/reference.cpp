// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> binary_search(const launch::Launch&, const Inputs& inputs) {
  const auto keys = inputs.values<std::int32_t>("keys");
  Expected position{.buffer = "position", .value = {}, .bound = {}};
  for (const std::int32_t query : inputs.values<std::int32_t>("queries"))
    position.value.push_back(
        static_cast<double>(std::count_if(keys.begin(), keys.end(), [&](auto k) { return k < query; })));
  return {position};
}

}  // namespace forewarp::kernels
