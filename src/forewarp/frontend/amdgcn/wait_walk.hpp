// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a wave waits for, from a walk through its code.
#include <vector>

#include "forewarp/frontend/amdgcn/assembly.hpp"
#include "forewarp/frontend/machine/executions.hpp"

namespace forewarp::amdgcn {

struct BlockWaits {
  double latencies = 0;  ///< of a load, that a wave waits in one execution of the block
  double loads = 0;      ///< that it waits for in them
};

/// Of each block of the graph. Accesses end in order, each a latency after it was issued, and nothing else takes time:
/// loads that were issued together are waited for once, by the first of the waits for them; a wait for a load that was
/// issued an iteration ago lasts as long as what is left of its latency; and one at the head of a loop, for a load
/// before the loop, lasts in the first iteration alone. The walk goes to the successors of a block in turn, as often to
/// each as the executions say, up to some hundred thousand blocks; a block that it does not reach is taken as it
/// follows in the text.
[[nodiscard]] std::vector<BlockWaits> waits_of_blocks(const Kernel& kernel, const machine::FlowGraph& graph,
                                                      const machine::Executions& executions);

}  // namespace forewarp::amdgcn
