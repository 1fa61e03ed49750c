// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/register_access.hpp"

#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::analysis {

using ptx::Destinations;
using ptx::Function;
using ptx::Instruction;
using ptx::Opcode;
using ptx::OperandKind;

namespace {

/// Of the opcodes that write a register in some forms only: whether this form may. Objects in memory that mbarrier and
/// others name first are addresses, which destination_count() tells from registers.
bool writes_in_this_form(const Instruction& i) {
  if (is_barrier(i.opcode)) return i.has("red");
  if (i.opcode == Opcode::tcgen05) return i.has("ld");
  if (i.opcode == Opcode::wgmma) return i.has("mma_async");
  return true;
}

/// "call (r), f, (a)" against "call f, (a)": a list before the name holds the results.
bool has_return_list(const Function& function, const Instruction& call) {
  return function.operands_of(call)[0].kind == OperandKind::vector;
}

}  // namespace

unsigned destination_count(const Function& function, const Instruction& instruction) {
  const Destinations destinations = info_of(instruction.opcode).destinations;
  if (instruction.operand_count == 0 || destinations == Destinations::never) return 0;
  if (destinations == Destinations::by_form && !writes_in_this_form(instruction)) return 0;
  const OperandKind first = function.operands_of(instruction)[0].kind;
  if (instruction.opcode == Opcode::call) return has_return_list(function, instruction) ? 1 : 0;
  return first == OperandKind::reg || first == OperandKind::vector || first == OperandKind::sink ? 1 : 0;
}

}  // namespace forewarp::analysis
