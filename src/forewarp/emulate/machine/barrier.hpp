// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The named barriers of a block (PTX ISA, "Parallel Synchronization and Communication Instructions: bar").
#include <array>
#include <cstdint>
#include <vector>

#include "forewarp/emulate/machine/lane_op.hpp"

namespace forewarp::emu {

class Warp;
struct MachineOp;

/// What an arriving warp wants to know of everybody's predicates when the barrier opens.
enum class BarrierReduction : std::uint8_t { none, popc, and_, or_ };

struct BarrierWaiter {
  Warp* warp;
  LaneMask lanes;
  const MachineOp* op;
};

struct Barrier {
  unsigned expected = 0;       ///< threads; 0: all threads of the block that are alive
  unsigned arrived = 0;        ///< threads, in whole warps where the instruction is aligned
  unsigned alive_arrived = 0;  ///< threads that arrived, counted one by one
  std::uint64_t sum = 0;       ///< predicates that were true
  std::uint64_t given = 0;     ///< predicates that were given
  std::vector<BarrierWaiter> waiting;
  std::vector<std::uint64_t> clock;  ///< what happened before the arrivals (race check only)
  void reset();
};

/// Sixteen named ones, and one for each four warps: their asynchronous matrix products are done when all four have
/// issued them (PTX ISA, "wgmma.wait_group").
inline constexpr std::size_t first_warpgroup_barrier = 16, warps_a_group = 4;
using Barriers = std::array<Barrier, 24>;

}  // namespace forewarp::emu
