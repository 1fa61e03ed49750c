// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/emulate/machine/warp.hpp"

namespace forewarp::emu {

/// An instruction that the emulator does not have: faults, naming it.
Flow run_missing(Warp& warp, const MachineOp& op, LaneMask active);
/// Fences, sleeping, hints: nothing to do where memory is always in order.
Flow run_nothing(Warp& warp, const MachineOp& op, LaneMask active);
Flow run_trap(Warp& warp, const MachineOp& op, LaneMask active);
Flow run_breakpoint(Warp& warp, const MachineOp& op, LaneMask active);
/// brx.idx: rows[0] is the index, targets the table.
Flow run_branch_table(Warp& warp, const MachineOp& op, LaneMask active);
/// Writes the clock's row anew.
Flow run_refresh(Warp& warp, const MachineOp& op, LaneMask active);
/// rows: destination, source; register_bytes a lane.
Flow run_copy(Warp& warp, const MachineOp& op, LaneMask active);
/// cvta: rows: destination, source; offset is added. register_bytes a lane.
Flow run_add_window(Warp& warp, const MachineOp& op, LaneMask active);
/// mapa: rows: destination, source, rank. control: 1 where the addresses are generic. register_bytes a lane.
Flow run_map_address(Warp& warp, const MachineOp& op, LaneMask active);
/// getctarank: rows: destination, source; register_bytes of the source.
Flow run_rank_of(Warp& warp, const MachineOp& op, LaneMask active);
/// isspacep: rows: destination predicate, source. reaches_cluster: shared memory of all blocks of the cluster.
Flow run_is_space(Warp& warp, const MachineOp& op, LaneMask active);

}  // namespace forewarp::emu
