// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/frontend/analysis/cfg.hpp"
#include "forewarp/frontend/analysis/detail/dominators.hpp"

namespace forewarp::analysis::detail {

/// Natural loops: an edge to a block that dominates its source closes one; loops of one header are merged. A cycle that
/// can be entered at two places (irreducible) is none. Throws InputError when the nesting would take absurd memory.
[[nodiscard]] std::vector<Loop> natural_loops(const Graph& graph, const std::vector<std::uint32_t>& dominators);

}  // namespace forewarp::analysis::detail
