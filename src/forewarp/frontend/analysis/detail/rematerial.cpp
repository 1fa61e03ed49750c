// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/detail/rematerial.hpp"

#include <algorithm>

#include "forewarp/frontend/analysis/register_access.hpp"

namespace forewarp::analysis::detail {

using ptx::Function;
using ptx::Instruction;
using ptx::Opcode;
using ptx::Operand;
using ptx::OperandKind;
using ptx::Special;
using ptx::StateSpace;

namespace {

bool is_uniform(Special special) {
  return special == Special::ntid || special == Special::ctaid || special == Special::nctaid ||
         special == Special::warp_sz;
}

/// Whether the source needs no register of its own, given `free` for the registers so far.
bool is_free(const Operand& source, const std::vector<bool>& free) {
  switch (source.kind) {
    case OperandKind::immediate:
    case OperandKind::symbol:
      return true;
    case OperandKind::special:
      return is_uniform(source.special);
    case OperandKind::reg:
      return free[source.index];
    case OperandKind::label:
    case OperandKind::address:
    case OperandKind::vector:
    case OperandKind::sink:
      return false;
  }
  return false;
}

/// mov, cvta or a load of a kernel parameter: the value can be reproduced wherever it is read.
bool copies(const Function& f, const Instruction& i, const std::vector<bool>& free) {
  const auto operands = f.operands_of(i);
  if (operands.size() != 2 || operands[0].kind != OperandKind::reg) return false;
  if (i.opcode == Opcode::mov || i.opcode == Opcode::cvta) return is_free(operands[1], free);
  const bool parameter = i.opcode == Opcode::ld && i.space == StateSpace::param && operands[1].index < 0;
  return f.is_entry && parameter;
}

}  // namespace

/// One pass in the order of the body: a value is free if it is written once, unguarded, as a copy of something free. A
/// copy that precedes its source in the body is missed, which only overestimates the registers. O(instructions).
///
/// Example: "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %r1; add.u32 %r3, %r2, 1": %r1 and %r2 are free, %r3 is not.
std::vector<bool> rematerialisable(const Function& function) {
  std::vector<std::uint32_t> writes(function.registers.size());
  for (const Instruction& i : function.body) for_each_written(function, i, [&](std::uint32_t reg) { ++writes[reg]; });
  std::vector<bool> free(function.registers.size());
  for (const Instruction& i : function.body) {
    if (i.guard >= 0 || !copies(function, i, free)) continue;
    const std::int32_t reg = function.operands_of(i)[0].index;
    if (writes[reg] == 1) free[reg] = true;
  }
  return free;
}

}  // namespace forewarp::analysis::detail
