// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The uncertainty of the sectors that DRAM moves, where not all blocks ran: how many all blocks touch together
/// (distinct_sectors.hpp), and how often each is fetched. Where addresses are affine in the block index sharing is
/// computed, and the remaining error is the rounding at the grid's edges; for all others two standard errors reach the
/// farther bound.
#include "forewarp/emulate/profile/distinct_sectors.hpp"

namespace forewarp::profile {

/// One standard error, relative; without an upper limit. distinct: by footprint of the profile.
[[nodiscard]] double traffic_error(const Profile& profile, const std::vector<DistinctSectors>& distinct);

}  // namespace forewarp::profile
