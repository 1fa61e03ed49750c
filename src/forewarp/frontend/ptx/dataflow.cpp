// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/dataflow.hpp"

namespace forewarp::ptx {
namespace {

/// Instructions whose first operand may be a register and is read all the same.
bool only_reads(const Instruction& i) {
  switch (i.opcode) {
    case Opcode::bar:
    case Opcode::barrier:
      return !i.has("red");
    case Opcode::tcgen05:
      return !i.has("ld");
    case Opcode::wgmma:
      return !i.has("mma_async");
    case Opcode::bra:
    case Opcode::brx:
    case Opcode::nanosleep:
    case Opcode::stackrestore:
    case Opcode::setmaxnreg:
    case Opcode::pmevent:
    case Opcode::ret:
    case Opcode::exit:
    case Opcode::st:
    case Opcode::red:
    case Opcode::cp:
    case Opcode::prefetch:
    case Opcode::prefetchu:
    case Opcode::membar:
    case Opcode::fence:
    case Opcode::griddepcontrol:
      return true;
    default:
      return false;
  }
}

/// "call (r), f, (a)" against "call f, (a)": a list before the name holds the results.
bool has_return_list(const Function& function, const Instruction& call) {
  return function.operands_of(call)[0].kind == OperandKind::vector;
}

}  // namespace

unsigned destination_count(const Function& function, const Instruction& instruction) {
  if (instruction.operand_count == 0 || only_reads(instruction)) return 0;
  const OperandKind first = function.operands_of(instruction)[0].kind;
  if (instruction.opcode == Opcode::call) return has_return_list(function, instruction) ? 1 : 0;
  return first == OperandKind::reg || first == OperandKind::vector || first == OperandKind::sink ? 1 : 0;
}

}  // namespace forewarp::ptx
