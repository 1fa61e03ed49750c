// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The paper's benchmark of our own: kernels/binomial_series, emulated and put to the bounds model for any launch. The
/// paper does not give its source, so shapes can be compared and milliseconds cannot.
#include <vector>

#include "forewarp/model/bounds/summary.hpp"
#include "papers/hasan2014/figures.hpp"

namespace forewarp::papers::hasan2014 {

/// The same counts for another number of blocks, where all blocks do the same and touch nothing of each other's: what
/// is counted for the grid grows with it, what is counted a block or a warp stays.
[[nodiscard]] model::Summary with_blocks(model::Summary summary, double blocks);

/// ms for each launch, from one emulated launch for each number of threads a block. Throws Unavailable where the
/// bundled kernel is not there.
[[nodiscard]] std::vector<double> binomial_times(const device::DeviceSpec& device, const std::vector<Cell>& launches,
                                                 unsigned threads);

/// Table 2's launches, measured there and emulated here, both over the time of the smallest launch.
[[nodiscard]] ResultTable binomial_table(const Study& study, unsigned threads);

/// Figure 2.
[[nodiscard]] Layer figure2_layer(const Study& study, unsigned threads);

}  // namespace forewarp::papers::hasan2014
