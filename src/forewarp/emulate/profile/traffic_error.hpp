// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How badly the sectors that all blocks touch together are known, which DRAM has to move, where not all blocks ran.
///
/// The grid touches at least what the blocks touch whose sectors were kept, and at most N times what the mean block
/// touches, nor more than the buffer has. Where blocks differ much, and for accesses that do not move along with the
/// block index (gathers), nothing between these is certain, and two standard errors reach the farther of them. For all
/// others sharing is solved for, and what is left is the rounding at the grid's edges.
///
/// An error is relative to the traffic, but it counts no more than it can matter: a byte of DRAM takes some four times
/// as long as one of L2, so that traffic that is small beside what is asked of L2 has no say in the time.
#include "forewarp/emulate/profile/assembly.hpp"

namespace forewarp::profile {

/// Distinct sectors of a buffer in the blocks whose sectors were kept: the least that the grid touches.
[[nodiscard]] double kept_sectors(const Observed& observed, std::size_t argument);

/// One standard error, relative, at most 1; the profile has its accesses and buffers.
[[nodiscard]] double traffic_error(const Observed& observed, const Profile& profile);

}  // namespace forewarp::profile
