// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The uncertainty of the sectors that all blocks touch together (the DRAM traffic), where not all blocks ran.
///
/// The grid touches at least the sectors of the sampled blocks, and at most N times the sectors of the mean block or
/// the whole buffer. Where blocks differ much, and for accesses that are not affine in the block index (gathers), any
/// value between is possible, and two standard errors reach the farther bound. For all others sharing is computed, and
/// the remaining error is the rounding at the grid's edges.
///
/// The error is relative to the traffic, but limited by its effect: a byte of DRAM takes some four times as long as one
/// of L2, so traffic that is small compared to the requests to L2 has little influence on the time.
#include "forewarp/emulate/profile/assembly.hpp"

namespace forewarp::profile {

/// Distinct sectors of a buffer in the sampled blocks: a lower bound for the grid.
[[nodiscard]] double kept_sectors(const Observed& observed, std::size_t argument);

/// One standard error, relative, at most 1; the profile has its accesses and buffers.
[[nodiscard]] double traffic_error(const Observed& observed, const Profile& profile);

}  // namespace forewarp::profile
