// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/lane_op.hpp"
#include "forewarp/support/instruction_set.hpp"

namespace forewarp::emu {

Isa best_isa() { return instruction_set() >= InstructionSet::x86_64_v3 ? Isa::x86_64_v3 : Isa::baseline; }

}  // namespace forewarp::emu
