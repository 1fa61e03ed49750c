// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Memory accesses of a loop program with their patterns (stevens2020, section 6.1.1) and footprints (Algorithm 2).
#include <vector>

#include "forewarp/symbolic/count/loop/detail/points.hpp"

namespace forewarp::count::detail {

/// One row an access of the text, in the order of the statements; of a typed program without reductions.
[[nodiscard]] std::vector<MemoryAccess> accesses_of(const loop::Program& program, const Grid& grid, Points& points);

}  // namespace forewarp::count::detail
