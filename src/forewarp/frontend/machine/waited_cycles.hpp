// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which instructions a warp waits at, for listings: the walk of waits.hpp, instruction by instruction.
#include <vector>

#include "forewarp/frontend/machine/waits.hpp"

namespace forewarp::machine {

/// By instruction: the cycles that one execution waits for scoreboards before it issues. 0 in blocks that no warp
/// executes. O(instructions).
[[nodiscard]] std::vector<double> waited_cycles(const Kernel& kernel, const FlowGraph& graph,
                                                const Executions& executions, const WaitLatencies& latencies = {});

}  // namespace forewarp::machine
