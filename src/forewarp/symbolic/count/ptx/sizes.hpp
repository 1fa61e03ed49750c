// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From a launch, or from options of the user, to the values of the symbols of formulas.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "forewarp/symbolic/count/ptx/analyse.hpp"

namespace forewarp::count {

using Sizes = std::map<std::string, std::int64_t>;

/// The launch's values of all sizes but the unknowns. Throws InputError where an argument is below 0 or no integer, or
/// where the formulas hold for another shape alone.
[[nodiscard]] Sizes sizes_of(const PtxCounts& counts, const launch::Launch& launch);
/// Adds threads_x .. from block_x and grid_x where those are there.
void add_derived(const PtxCounts& counts, Sizes& sizes);

}  // namespace forewarp::count
