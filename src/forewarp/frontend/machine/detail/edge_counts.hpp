// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How often warps go from one basic block of machine code to another, from the executions of blocks.
#include <vector>

#include "forewarp/frontend/machine/executions.hpp"

namespace forewarp::machine::detail {

/// By block and by place in Block::successors: numbers whose sums over the ways into a block and out of it are its
/// executions. Where these leave a choice, loops are entered rather than passed by, and the rest is spread evenly
/// (iterative proportional fitting). Example: a block of 10 warps goes to a loop of 100 iterations or behind it, where
/// 10 arrive: 10 enter, 90 go on in the loop, 10 leave it. O(edges).
[[nodiscard]] std::vector<std::vector<double>> edge_counts(const FlowGraph& graph, const Executions& executions);

}  // namespace forewarp::machine::detail
