// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/splitter.hpp"

#include <algorithm>

namespace forewarp::learn::trees {

/// The first `wanted` steps of a Fisher-Yates shuffle: every subset is equally likely. O(wanted).
std::size_t draw_features(std::span<std::uint32_t> candidates, std::size_t wanted, Random& random) {
  if (candidates.size() <= wanted) return candidates.size();
  for (std::size_t i = 0; i < wanted; ++i)
    std::swap(candidates[i], candidates[i + random.below(candidates.size() - i)]);
  return wanted;
}

/// Clamped to the bounds, as the leaves will be; sign +1 requires left <= right. Example: with
/// bounds up to 3 the means 5 and 4 are out of order, but both leaves would be 3, so the cut is
/// allowed.
bool keeps_order(signed char sign, const Bounds& bounds, double left, double right) {
  return sign * (std::clamp(right, bounds.low, bounds.high) - std::clamp(left, bounds.low, bounds.high)) >= 0;
}

}  // namespace forewarp::learn::trees
