// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "forewarp/emulate/decode/program.hpp"

namespace forewarp::emu {

/// The new value of one element from its old one and the operands b and c, as bits.
[[nodiscard]] AtomicFn select_combine(const ptx::Instruction& instruction);
/// rows: elements destinations (absent_row of red), elements values of b, then c of cas.
[[nodiscard]] MachineFn select_atomic(const MachineOp& op, unsigned width);

}  // namespace forewarp::emu
