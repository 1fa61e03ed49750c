// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Control flow of a kernel's machine code: its basic blocks, where they lead, and the functions that they call.
#include <cstdint>
#include <vector>

#include "forewarp/frontend/machine/cubin.hpp"

namespace forewarp::machine {

struct Block {
  std::uint32_t first = 0, last = 0;      ///< instructions [first, last)
  std::vector<std::uint32_t> successors;  ///< each once; a block that ends with a call has the one after it
  bool leaves = false;                    ///< EXIT or RET at its end, perhaps of some threads only
  bool leads_anywhere = false;            ///< ends with a branch through a register whose targets are not known
  bool call_is_conditional = false;
  std::int32_t callee = -1;  ///< the block that begins the function called at its end; -1: none, or it is elsewhere
};

struct FlowGraph {
  std::vector<Block> blocks;            ///< by address; block 0 is the kernel's entry
  std::vector<std::uint32_t> block_of;  ///< instruction -> block
  std::vector<bool> reachable;          ///< from the entry, by branches and calls
  bool complete = true;                 ///< every reachable branch has known targets and every call is within the code
};

/// A block starts at the entry, at every target and after every branch, call, EXIT and RET. A call of code
/// with a RET returns to the instruction after it; any other is a jump. Convergence barriers (BSSY, BSYNC) are no flow;
/// before sm_70 SYNC, BRK and CONT are. O(instructions + edges).
[[nodiscard]] FlowGraph flow_graph(const Kernel& kernel);

}  // namespace forewarp::machine
