// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/traffic_error.hpp"

// The sum over buffers of the distance to the farther bound, over the sum of their sectors, is twice the standard
// error.
//
// Example: one buffer of 10^6 sectors, gathered at random; the grid touches an estimated 400,000 sectors of it, at
// least 300,000 and at most 500,000: two standard errors are 0.25.
#include <algorithm>

namespace forewarp::profile {

double traffic_error(const Profile& p, const std::vector<DistinctSectors>& distinct) {
  constexpr double small_cache = std::uint64_t{1} << 16;  ///< sectors; any L2 holds them, so they are fetched once
  constexpr double solved_error = 0.02;    ///< of sharing that is solved for; bench_sampling has 3 % as the usual worst
  constexpr double distances_error = 0.2;  ///< of how often a cache that does not hold them fetches irregular sectors
  constexpr double little = 0.02;
  const auto blocks = static_cast<double>(p.launch.grid.count());
  double touched = 0, fewer = 0, more = 0, again = 0;
  for (const BufferFootprint& b : p.buffers) touched += b.sectors_total;
  if (!(touched > 0)) return 0;
  for (std::size_t k = 0; k < p.buffers.size(); ++k) {
    const BufferFootprint& b = p.buffers[k];
    const DistinctSectors& d = distinct[k];
    const bool is_shared = b.sectors_total < 0.99 * blocks * b.sectors_per_block;
    const double solved = is_shared || d.irregular > 0 ? 2 * solved_error * b.sectors_total : 0;
    fewer += solved + std::max(0.0, b.sectors_total - d.least);
    more += solved + std::max(0.0, d.most - b.sectors_total);
    if (d.irregular > little) again = std::max(again, d.refetched + distances_error);
  }
  return std::max({fewer / touched, more / touched, touched > small_cache ? again : 0}) / 2;
}

}  // namespace forewarp::profile
