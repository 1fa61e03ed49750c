// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How many copies of arithmetic of PTX the blocks of machine code have. They are what tells of a loop without accesses
/// to memory how far ptxas unrolled it.
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "forewarp/frontend/machine/flow_graph.hpp"
#include "forewarp/frontend/machine/ptx_lines.hpp"

namespace forewarp::machine::detail {

/// Lines of PTX that have as many copies as each other in each block, and were executed equally often. Example: a loop
/// that PTX executes 25 times, of which ptxas put one iteration before the loop and eight into it: 1 x_1 + 8 x_2 = 25.
struct CopiedLines {
  std::map<std::uint32_t, double> copies;  ///< by block
  double threads = 0;
  unsigned lines = 0;
};

struct ArithmeticCopies {
  /// Those with more lines first. Fewer than two lines on the pipe of their arithmetic (floats, halves, special
  /// functions), or three of others, may be a coincidence (a line that was moved out of its loop): they are among the
  /// others, and so are lines with a copy that some threads only execute, which say how often it is executed at most.
  std::vector<CopiedLines> groups, others;
  /// Blocks of PTX and of machine code that has several copies of it: additions to a counter have become one there.
  std::set<std::pair<std::uint32_t, std::uint32_t>> unrolled;
};

/// Lines of PTX that some threads only execute are left out.
[[nodiscard]] ArithmeticCopies arithmetic_copies(const Kernel& kernel, const FlowGraph& graph, const PtxLines& ptx);

}  // namespace forewarp::machine::detail
