// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// clusterlaunchcontrol (PTX ISA): a block asks for the work of a cluster that has not been launched, which is
/// cancelled then. A request may always fail, and here each does: every block of the grid runs.
#include "forewarp/emulate/machine/warp.hpp"

namespace forewarp::emu {

/// try_cancel: op's address gets the answer, 16 bytes; rows[0] is the mbarrier that learns of them, of
/// op.register_bytes bytes. control: 1 where all blocks of the cluster get both.
[[nodiscard]] MachineFn select_try_cancel(unsigned width);
/// query_cancel.is_canceled: rows: predicate, answer.
Flow run_is_canceled(Warp& warp, const MachineOp& op, LaneMask active);
/// query_cancel.get_first_ctaid: rows: up to four destinations (absent_row: not wanted), answer. control: the word of
/// the answer that the first one gets.
Flow run_first_ctaid(Warp& warp, const MachineOp& op, LaneMask active);

}  // namespace forewarp::emu
