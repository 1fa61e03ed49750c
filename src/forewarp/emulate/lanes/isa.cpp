// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/machine/lane_op.hpp"
#include "forewarp/support/instruction_set.hpp"

namespace forewarp::emu {

Isa best_isa() {
  switch (instruction_set()) {
    case InstructionSet::baseline:
      return Isa::baseline;
    case InstructionSet::x86_64_v3:
      return Isa::x86_64_v3;
    case InstructionSet::x86_64_v4:
      return Isa::x86_64_v4;
  }
  return Isa::baseline;
}

}  // namespace forewarp::emu
