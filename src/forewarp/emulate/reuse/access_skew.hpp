// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How far out of step blocks touch the data that they share. Two blocks that start together and both touch a sector do
/// so after t and t' of their requests. If the touches lie anywhere within a part s of a block's course, independent of
/// each other, then the mean of |t - t'| is a third of s: so s is three times that mean, in courses of a mean block,
/// and at most 1. It is 0 where blocks walk the same data together (a tile, a table that all sweep) and 1 where each
/// gathers at random or walks in a direction of its own.
#include <vector>

#include "forewarp/emulate/reuse/sampled_blocks.hpp"

namespace forewarp::profile {

/// s by buffer; 0 where no two of the blocks share a sector.
[[nodiscard]] std::vector<double> access_skew(const SampledBlocks& kept);

}  // namespace forewarp::profile
