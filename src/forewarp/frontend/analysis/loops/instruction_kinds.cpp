// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Classification for the search of regular loops. Unknown instructions count as loads, which makes a loop irregular if
// anything depends on them.
#include "forewarp/frontend/analysis/loops/instruction_kinds.hpp"

#include <algorithm>

#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::analysis {

using ptx::Comparison;
using ptx::Opcode;
using ptx::OperandKind;
using ptx::StateSpace;

bool is_load(const ptx::Instruction& i) {
  const bool is_constant = i.space == StateSpace::param || i.space == StateSpace::const_;
  return ptx::reads_beyond_registers(i.opcode) && !is_constant;
}

bool reads_clock(const ptx::Function& function, const ptx::Instruction& i) {
  for (const auto& operand : function.operands_of(i)) {
    if (operand.kind != OperandKind::special) continue;
    const auto s = operand.special;
    if (s == ptx::Special::clock || s == ptx::Special::clock_hi || s == ptx::Special::clock64 ||
        s == ptx::Special::globaltimer || s == ptx::Special::globaltimer_lo || s == ptx::Special::globaltimer_hi) {
      return true;
    }
  }
  return false;
}

bool is_plain_integer(ptx::Type type) {
  const auto bytes = ptx::size_of(type);
  return !ptx::is_float(type) && (bytes == 4 || bytes == 8) && type != ptx::Type::u16x2 && type != ptx::Type::s16x2 &&
         type != ptx::Type::u8x4 && type != ptx::Type::s8x4;
}

bool is_sum(const ptx::Instruction& i) {
  return (i.opcode == Opcode::add || i.opcode == Opcode::sub || i.opcode == Opcode::mov || i.opcode == Opcode::cvta) &&
         is_plain_integer(i.type()) && !i.has("sat") && !i.has("cc");
}

bool is_linear(const ptx::Instruction& i) {
  return is_sum(i) || i.opcode == Opcode::mul || i.opcode == Opcode::mad || i.opcode == Opcode::shl ||
         i.opcode == Opcode::cvt || i.opcode == Opcode::neg;
}

bool is_fixed_load(const Dataflow& flow, std::uint32_t n) {
  const ptx::Instruction& i = flow.function().body[n];
  return i.opcode == Opcode::ld && (i.space == StateSpace::param || i.space == StateSpace::const_) &&
         flow.sources(n).empty();
}

bool is_barrier(const ptx::Instruction& i) {
  const ptx::Sync sync = ptx::info_of(i.opcode).sync;
  return sync == ptx::Sync::barrier || sync == ptx::Sync::mbarrier;
}

/// Conservative: any special register but the block index and sizes of the launch differs between threads.
bool differs_by_thread(const Dataflow& flow, std::uint32_t n) {
  const ptx::Instruction& i = flow.function().body[n];
  if (is_load(i) || (i.opcode == Opcode::ld && !is_fixed_load(flow, n))) return true;
  const auto operands = flow.function().operands_of(i);
  return std::any_of(operands.begin(), operands.end(), [](const ptx::Operand& operand) {
    const bool same = operand.special == ptx::Special::ctaid || operand.special == ptx::Special::nctaid ||
                      operand.special == ptx::Special::ntid || operand.special == ptx::Special::warp_sz;
    return operand.kind == OperandKind::special && !same;
  });
}

std::optional<Comparison> comparison_of(const ptx::Instruction& setp) {
  const auto suffixes = setp.suffixes();
  if (suffixes.size() != 2) return std::nullopt;  // .ftz, .and: not a plain comparison of integers
  return ptx::comparison_named(suffixes[0]);
}

}  // namespace forewarp::analysis
