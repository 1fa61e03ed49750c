// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The basic blocks of a function as stretches of its text. Their graph, dominators and loops are in
/// frontend/analysis/cfg.hpp.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "forewarp/frontend/ptx/module.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::ptx {

/// Instructions [first, last).
struct BlockRange {
  std::uint32_t first = 0, last = 0;
};

/// ret, exit and trap.
[[nodiscard]] inline bool leaves_function(const Instruction& i) {
  const Control control = info_of(i.opcode).control;
  return control == Control::leave || control == Control::trap;
}

[[nodiscard]] inline bool is_branch(const Instruction& i) { return info_of(i.opcode).control == Control::branch; }

/// Calls use(instruction index) for each target of a branch; the size of the body denotes its end.
void for_each_target(const Function& function, const Instruction& instruction, auto&& use) {
  if (!is_branch(instruction)) return;
  for (const Operand& operand : function.operands_of(instruction)) {
    if (operand.kind == OperandKind::label) use(function.labels[operand.index].target);
    if (operand.kind != OperandKind::symbol || instruction.opcode != Opcode::brx) continue;
    if (operand.index < 0 || static_cast<std::size_t>(operand.index) >= function.tables.size()) continue;
    for (const std::int32_t label : function.tables[operand.index].labels) use(function.labels[label].target);
  }
}

/// In text order. A block starts at the entry, at every branch target and after every branch, ret, exit and trap.
/// O(instructions).
[[nodiscard]] std::vector<BlockRange> basic_blocks(const Function& function);

}  // namespace forewarp::ptx
