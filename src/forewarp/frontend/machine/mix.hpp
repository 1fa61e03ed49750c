// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What one launch executes, as machine instructions of warps: a kernel's code times the executions of its blocks.
#include <array>
#include <optional>

#include "forewarp/frontend/machine/executions.hpp"
#include "forewarp/frontend/machine/waits.hpp"

namespace forewarp::machine {

/// Requests of warps by bytes of a lane: up to 4, 8, 16.
struct ByWidth {
  double narrow = 0, wide = 0, widest = 0;
  [[nodiscard]] double total() const { return narrow + wide + widest; }
  [[nodiscard]] double bytes() const { return 4 * narrow + 8 * wide + 16 * widest; }  ///< of a lane, at most
  bool operator==(const ByWidth&) const = default;
};

struct Mix {
  double issue = 0;                        ///< all
  double paired = 0;                       ///< that issue in the cycle of another one (Maxwell, Pascal)
  std::array<double, pipe_count> pipes{};  ///< by Pipe
  double bfloats = 0;                      ///< of those of fp16, with bfloats
  double unknown = 0;                      ///< with opcodes that are not known
  double constant_operands = 0;            ///< that read a constant bank beside their work
  double constant_loads = 0;               ///< LDC
  double uniform_constant_loads = 0;       ///< ULDC, LDCU
  ByWidth global_loads, global_stores, shared_loads, shared_stores;
  ByWidth local_loads, local_stores;  ///< that PTX asks for
  ByWidth spill_loads, spill_stores;  ///< local accesses that PTX does not have: registers that did not fit
  double atomics = 0, barriers = 0;
  double warpgroup_products = 0;  ///< HGMMA and its kin, which warps wait for without scoreboards
  BankReads register_reads{};     ///< operands of arithmetic from each bank of the register file (register_reads.hpp)
  /// Cycles that a mean warp needs at least: the sum of the stall counts on its path.
  double stall_cycles = 0;
  WaitsByLatency waits;  ///< of a mean warp that is alone
  /// Loads that L1 answers (PtxLine::is_near), and the waits with these apart; 0 and nothing where there is none.
  double near_loads = 0;
  std::optional<WaitsByLatency> waits_apart;
  bool exact = false;  ///< as Executions::exact

  [[nodiscard]] double of(Pipe pipe) const { return pipes[static_cast<std::size_t>(pipe)]; }
};

/// Accesses through generic addresses count as global ones.
[[nodiscard]] Mix mix_of(const Kernel& kernel, const FlowGraph& graph, const Executions& executions,
                         const PtxLines& ptx);

}  // namespace forewarp::machine
