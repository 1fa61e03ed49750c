// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emu/sampling/dataflow.hpp"

namespace forewarp::emu {
namespace {

using ptx::Opcode;
using ptx::OperandKind;

}  // namespace

bool writes_first_operand(Opcode opcode) {
  switch (opcode) {
    case Opcode::st:
    case Opcode::stmatrix:
    case Opcode::red:
    case Opcode::bra:
    case Opcode::brx:
    case Opcode::bar:
    case Opcode::barrier:
    case Opcode::ret:
    case Opcode::exit:
    case Opcode::trap:
    case Opcode::brkpt:
    case Opcode::membar:
    case Opcode::fence:
    case Opcode::cp:
    case Opcode::prefetch:
    case Opcode::prefetchu:
    case Opcode::discard:
    case Opcode::nanosleep:
    case Opcode::pmevent:
      return false;
    default:
      return true;
  }
}

void Dataflow::collect(const ptx::Operand& operand, std::vector<std::uint32_t>& out) const {
  if (operand.kind == OperandKind::vector) {
    for (const auto& element : function_.elements_of(operand)) collect(element, out);
  } else if ((operand.kind == OperandKind::reg || operand.kind == OperandKind::address) && operand.index >= 0) {
    out.push_back(static_cast<std::uint32_t>(operand.index));
  }
}

Dataflow::Dataflow(const ptx::Function& function, const ptx::Cfg& cfg)
    : function_(function), cfg_(cfg), definitions_(function.registers.size()) {
  for (std::uint32_t n = 0; n < function.body.size(); ++n) {
    const auto& instruction = function.body[n];
    const auto operands = function.operands_of(instruction);
    const std::size_t written = writes_first_operand(instruction.opcode) && !operands.empty() ? 1 : 0;
    Range range{};
    range.sources = static_cast<std::uint32_t>(pool_.size());
    if (instruction.guard >= 0) pool_.push_back(static_cast<std::uint32_t>(instruction.guard));
    for (std::size_t k = written; k < operands.size(); ++k) collect(operands[k], pool_);
    range.written = static_cast<std::uint32_t>(pool_.size());
    if (written != 0) collect(operands[0], pool_);
    range.address = static_cast<std::uint32_t>(pool_.size());
    for (const auto& operand : operands) {
      if (operand.kind == OperandKind::address) collect(operand, pool_);
    }
    range.end = static_cast<std::uint32_t>(pool_.size());
    ranges_.push_back(range);
    for (const auto reg : this->written(n)) definitions_[reg].push_back(n);
  }
}

std::span<const std::uint32_t> Dataflow::sources(std::uint32_t n) const {
  return std::span(pool_).subspan(ranges_[n].sources, ranges_[n].written - ranges_[n].sources);
}
std::span<const std::uint32_t> Dataflow::written(std::uint32_t n) const {
  return std::span(pool_).subspan(ranges_[n].written, ranges_[n].address - ranges_[n].written);
}
std::span<const std::uint32_t> Dataflow::address(std::uint32_t n) const {
  return std::span(pool_).subspan(ranges_[n].address, ranges_[n].end - ranges_[n].address);
}

bool Dataflow::block_dominates(std::uint32_t a, std::uint32_t b) const {
  while (b != a && b != ptx::Cfg::none) b = cfg_.immediate_dominator[b];
  return b == a;
}

bool Dataflow::dominates(std::uint32_t a, std::uint32_t b) const {
  const auto block_a = cfg_.block_of[a], block_b = cfg_.block_of[b];
  return block_a == block_b ? a < b : block_dominates(block_a, block_b);
}

}  // namespace forewarp::emu
