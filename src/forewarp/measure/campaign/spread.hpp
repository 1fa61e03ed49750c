// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which launches are most informative: the greedy k-centre rule (Gonzalez 1985). After the point nearest the middle,
/// always the point that is farthest from all that were taken; after any number of them no point is farther from a
/// taken one than twice the best possible.
#include <cstddef>
#include <span>
#include <vector>

#include "forewarp/model/feature/features.hpp"

namespace forewarp::campaign {

/// Points of logarithms, log(1 + x), each coordinate scaled to a mean of 0 and a deviation of 1; one that is the same
/// everywhere is left out.
[[nodiscard]] std::vector<std::vector<double>> feature_points(std::span<const feature::Features> features);

/// All points, the most telling first; the lower index where two are as far. Those of taken (indices) count as taken
/// already and come first, unchanged.
[[nodiscard]] std::vector<std::size_t> spread_order(std::span<const std::vector<double>> points,
                                                    std::span<const std::size_t> taken = {});

}  // namespace forewarp::campaign
