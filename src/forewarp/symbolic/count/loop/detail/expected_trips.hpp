// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Trip counts that are read from data, replaced by what the user says of them.
///
/// A row of work-items takes the mean. A sub-group runs as long as the longest of its lanes: of L lanes whose counts
/// are drawn from the distribution F, the longest is t with the probability F(t)^L - F(t-1)^L. L is how many values of
/// the count a sub-group holds: 32 where the count differs along axis 0 of the work-items, 1 where it is the same for
/// all. Of an average alone the longest is not known; it counts as the average, which is a bound from below.
#include "forewarp/symbolic/count/counts.hpp"
#include "forewarp/symbolic/count/loop/detail/grid.hpp"
#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::count::detail {

/// In all rows of `counts`; counts that nothing is known of become unknowns with their meaning.
void expect_trips(const loop::Program& program, const Grid& grid, KernelCounts& counts);

}  // namespace forewarp::count::detail
