// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include "forewarp/emulate/profile/profile.hpp"

namespace forewarp::profile {

double ReuseHistogram::total() const { return std::accumulate(counts.begin(), counts.end(), first); }

/// An access at distance d hits when d < capacity. Class k holds distances (2^(k-1), 2^k], class 0
/// holds 0 and 1; the class that the capacity falls into counts in proportion. Example: of class 4,
/// distances 9 to 16, half hit with a capacity of 13: those of 9 to 12.
double ReuseHistogram::hit_rate(double capacity_sectors) const {
  const double all = total();
  if (all <= 0 || !(capacity_sectors > 0)) return 0;
  double hits = 0;
  for (unsigned k = 0; k < classes; ++k) {
    const double low = k == 0 ? -1 : std::ldexp(1.0, static_cast<int>(k) - 1),
                 high = std::ldexp(1.0, static_cast<int>(k));
    hits += counts[k] * std::clamp((capacity_sectors - 1 - low) / (high - low), 0.0, 1.0);
  }
  return hits / all;
}

}  // namespace forewarp::profile
