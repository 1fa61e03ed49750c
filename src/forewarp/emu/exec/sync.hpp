// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/emu/exec/block.hpp"

namespace forewarp::emu {

/// What a barrier instruction does; MachineOp::control. rows: barrier number, thread count (absent_row when not
/// given), then of a reduction its predicate and its destination.
namespace barrier_control {
inline constexpr std::uint32_t arrive = 1;   ///< does not wait
inline constexpr std::uint32_t aligned = 2;  ///< all threads of the warp must arrive together
inline constexpr std::uint32_t cluster = 4;  ///< barrier.cluster.wait: in a cluster of one block, its own barrier
inline constexpr std::uint32_t reduction_shift = 4;  ///< BarrierReduction
}  // namespace barrier_control

/// bar, barrier.
Flow run_barrier(Warp& warp, const MachineOp& op, LaneMask active);

/// Whether everybody a barrier waits for has arrived.
[[nodiscard]] bool complete(const Barrier& barrier, unsigned alive_threads);
/// Hands out results, lets the waiting lanes go on and empties the barrier.
void open(Block& block, Barrier& barrier);

/// Opens the barriers that are complete and calls woken(warp) for each warp that goes on.
template <typename Woken>
void open_barriers(Block& block, Woken&& woken) {
  for (Barrier& barrier : block.barriers()) {
    if (!complete(barrier, block.alive_threads())) continue;
    for (const BarrierWaiter& w : barrier.waiting) woken(*w.warp);
    open(block, barrier);
  }
}

}  // namespace forewarp::emu
