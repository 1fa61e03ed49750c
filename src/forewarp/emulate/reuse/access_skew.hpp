// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How far apart in time two blocks touch the sectors that they share. Two blocks that start together and both touch a
/// sector do so after t and t' of their requests. If t and t' are independent and uniform in an interval of length s,
/// the mean of |t - t'| is s / 3. So s is estimated as three times that mean, divided by the number of requests of a
/// mean block, and at most 1. It is 0 where blocks process the same data together (a tile, a table that all read in
/// order) and 1 where each gathers at random or proceeds in a direction of its own.
#include <vector>

#include "forewarp/emulate/reuse/sampled_blocks.hpp"

namespace forewarp::profile {

/// s by buffer; 0 where no two of the blocks share a sector.
[[nodiscard]] std::vector<double> access_skew(const SampledBlocks& kept);

}  // namespace forewarp::profile
