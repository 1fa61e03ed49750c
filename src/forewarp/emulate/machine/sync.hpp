// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <bit>
#include <cstddef>
#include <cstdint>

#include "forewarp/emulate/machine/block.hpp"

namespace forewarp::emu {

/// What a barrier instruction does; MachineOp::control. rows: barrier number, thread count (absent_row when not
/// given), then of a reduction its predicate and its destination.
namespace barrier_control {
inline constexpr std::uint32_t arrive = 1;           ///< does not wait
inline constexpr std::uint32_t aligned = 2;          ///< all threads of the warp must arrive together
inline constexpr std::uint32_t warpgroup = 8;        ///< wgmma.wait_group: the four warps of the group
inline constexpr std::uint32_t reduction_shift = 4;  ///< BarrierReduction
}  // namespace barrier_control

/// bar, barrier.
Flow run_barrier(Warp& warp, const MachineOp& op, LaneMask active);
/// barrier.cluster.arrive, barrier.cluster.wait.
Flow run_cluster_barrier(Warp& warp, const MachineOp& op, LaneMask active);
/// bar.warp.sync: rows[0] is the member mask.
Flow run_warp_barrier(Warp& warp, const MachineOp& op, LaneMask active);
/// Whom run_with_members waits for; MachineOp::control.
namespace members_control {
inline constexpr std::uint32_t mask = 0;  ///< the lanes of the member mask, the last of rows: shfl.sync, vote.sync
inline constexpr std::uint32_t all = 1;   ///< all lanes that have not exited: mma.sync.aligned
}  // namespace members_control

/// MachineOp::lane, once these lanes have come.
Flow run_with_members(Warp& warp, const MachineOp& op, LaneMask active);
/// MachineOp::polled, which may be waiting for what another thread does (Warp::polled).
Flow run_poll(Warp& warp, const MachineOp& op, LaneMask active);
/// The same of what reads nothing, or nothing that could be compared (Warp::polled_blindly).
Flow run_blind_poll(Warp& warp, const MachineOp& op, LaneMask active);

/// Whether all threads that a barrier waits for have arrived.
[[nodiscard]] bool complete(const Barrier& barrier, unsigned alive_threads);
/// Hands out results, lets the waiting lanes go on and empties the barrier.
void open(Block& block, Barrier& barrier);

/// Opens the barriers that are complete and calls woken(warp) for each warp that goes on.
template <typename Woken>
void open_barriers(Block& block, Woken&& woken) {
  for (std::uint32_t left = block.used_barriers(); left != 0; left &= left - 1) {
    Barrier& barrier = block.barriers()[static_cast<std::size_t>(std::countr_zero(left))];
    if (!complete(barrier, block.alive_threads())) continue;
    for (const BarrierWaiter& w : barrier.waiting) woken(*w.warp);
    open(block, barrier);
  }
}

}  // namespace forewarp::emu
