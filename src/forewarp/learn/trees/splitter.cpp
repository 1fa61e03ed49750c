// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/splitter.hpp"

#include <algorithm>

namespace forewarp::learn::trees {

std::size_t draw_features(std::span<std::uint32_t> candidates, std::size_t wanted, Random& random) {
  if (candidates.size() <= wanted) return candidates.size();
  for (std::size_t i = 0; i < wanted; ++i)
    std::swap(candidates[i], candidates[i + random.below(candidates.size() - i)]);
  return wanted;
}

bool keeps_order(signed char sign, const Bounds& bounds, double left, double right) {
  return sign * (std::clamp(right, bounds.low, bounds.high) - std::clamp(left, bounds.low, bounds.high)) >= 0;
}

}  // namespace forewarp::learn::trees
