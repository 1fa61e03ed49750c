// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How often each basic block of machine code executes, from the counts of PTX.
///
/// The compiler unrolls, peels and duplicates, and turns branches into predicates. Two things stay:
///   * flow: as many threads enter a block as leave it. This holds for threads and not for warps, which may run through
///     both sides of a branch;
///   * effects: an instruction of PTX that accesses memory, waits at a barrier or exchanges values between lanes is
///     neither lost nor executed more often. If the machine has several of it, their executions add up to those of PTX.
///
/// With f_e the threads on edge e, x_b = sum of f_e into block b, and c_l those of line l of PTX:
///
///     sum f_in = sum f_out                   for each block
///     sum over instructions i of line l      min(1, bytes of i / bytes of l) x_b(i) = c_l
///
/// A store of 16 bytes that became two of 8 counts half each; a wide load that stands for several narrow ones counts
/// once, and their other lines have no instruction. Lines are taken in the order of trust: barriers and stores, copies,
/// loads, exchanges, atomics; one that contradicts those before it (a load that was moved out of its loop) is left out
/// and reported. Then come lines of arithmetic that have equally many copies in each block
/// (detail/arithmetic_copies.hpp), and last blocks with arithmetic that is nowhere else in the code and of which all
/// lines were executed equally often, x_b = c_l, but for counters of loops that were unrolled. Where a choice remains
/// (an unrolled loop and its remainder, the slow path of a division), blocks with more copies of a line than its loop
/// has iterations are left out if possible, as much arithmetic as possible is executed as often as in PTX, and as few
/// instructions as possible. The answer then says that it is not unique.
#include <cstdint>
#include <vector>

#include "forewarp/frontend/machine/flow_graph.hpp"
#include "forewarp/frontend/machine/ptx_lines.hpp"

namespace forewarp::machine {

struct BlockExecutions {
  double threads = 0, warps = 0;
  bool unique = true;  ///< the equations leave no choice
};

/// A line of PTX with effects whose executions are not those of its machine instructions.
struct Mismatch {
  std::uint32_t line = 0;
  double ptx_threads = 0, machine_threads = 0;
};

struct Executions {
  std::vector<BlockExecutions> blocks;  ///< as FlowGraph::blocks
  bool unique = false;                  ///< of every block
  std::uint32_t compared = 0;           ///< lines of PTX with effects that were compared
  std::vector<Mismatch> mismatches;
  /// Thread instructions of arithmetic that is one machine instruction and is in the code, in PTX and here.
  double ptx_arithmetic = 0, machine_arithmetic = 0;
  /// Every block is determined, every line agrees, and the control flow is known.
  bool exact = false;
};

/// The code has lines (Kernel::has_lines). Code with very many branches is not solved: each block then has the mean of
/// its lines with effects divided by their copies, where it has none the median of its other lines divided by the
/// blocks that they are in, and nothing is unique.
[[nodiscard]] Executions executions_of(const Kernel& kernel, const FlowGraph& graph, const PtxLines& ptx);

}  // namespace forewarp::machine
