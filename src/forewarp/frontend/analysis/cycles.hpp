// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Instructions whose result comes back to them, such as a loop's counter: those on a cycle of the graph from registers
/// read to registers written.
#include <vector>

#include "forewarp/frontend/analysis/def_use.hpp"

namespace forewarp::analysis {

/// For each instruction of the body whether it writes a register that it reads, itself or by way of others. Memory is
/// not followed. O(instructions, each with its sources times its results).
[[nodiscard]] std::vector<bool> instructions_on_cycles(const DefUse& flow);

}  // namespace forewarp::analysis
