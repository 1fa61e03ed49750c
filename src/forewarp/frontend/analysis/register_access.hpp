// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which registers an instruction reads and writes.
#include <cstdint>

#include "forewarp/frontend/ptx/module.hpp"

namespace forewarp::analysis {

/// How many of the instruction's leading operands are written: 0 for stores, branches, barriers and the like, else 1
/// (a pair p|q or a vector {a, b} is one operand). The accumulator of wgmma.mma_async is written and read.
[[nodiscard]] unsigned destination_count(const ptx::Function& function, const ptx::Instruction& instruction);

namespace detail {
void visit_registers(const ptx::Function& function, const ptx::Operand& operand, auto&& use) {
  if (operand.kind == ptx::OperandKind::reg) use(static_cast<std::uint32_t>(operand.index));
  if (operand.kind == ptx::OperandKind::address && operand.index >= 0) use(static_cast<std::uint32_t>(operand.index));
  if (operand.kind != ptx::OperandKind::vector && operand.kind != ptx::OperandKind::address) return;
  for (const ptx::Operand& element : function.elements_of(operand)) visit_registers(function, element, use);
}
}  // namespace detail

/// Calls use(register index) for every register written, in operand order.
void for_each_written(const ptx::Function& function, const ptx::Instruction& instruction, auto&& use) {
  const unsigned count = destination_count(function, instruction);
  for (const ptx::Operand& operand : function.operands_of(instruction).first(count))
    detail::visit_registers(function, operand, use);
}

/// Calls use(register index) for every register read, the guard first.
void for_each_read(const ptx::Function& function, const ptx::Instruction& instruction, auto&& use) {
  if (instruction.guard >= 0) use(static_cast<std::uint32_t>(instruction.guard));
  const bool accumulates = instruction.opcode == ptx::Opcode::wgmma;
  const unsigned skipped = accumulates ? 0 : destination_count(function, instruction);
  for (const ptx::Operand& operand : function.operands_of(instruction).subspan(skipped))
    detail::visit_registers(function, operand, use);
}

}  // namespace forewarp::analysis
