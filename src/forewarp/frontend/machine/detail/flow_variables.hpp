// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The unknowns of executions.hpp: threads on the edges of a flow graph. Edges that must have the same number, those
/// around a block with one way in and one way out, are one unknown.
#include <cstdint>
#include <vector>

#include "forewarp/frontend/machine/detail/linear_system.hpp"
#include "forewarp/frontend/machine/flow_graph.hpp"

namespace forewarp::machine::detail {

struct FlowVariables {
  std::size_t count = 0;
  std::vector<Terms> executions;  ///< of each block; empty where it is not reachable
  std::vector<Terms> balances;    ///< each is 0: flow into a block less flow out of it, calls less entries
  Terms entry;                    ///< threads that start the kernel
};

[[nodiscard]] FlowVariables flow_variables(const FlowGraph& graph);

}  // namespace forewarp::machine::detail
