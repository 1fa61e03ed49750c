// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/profile/program.hpp"

#include <unordered_map>

namespace forewarp::profile {
namespace {

using ptx::Opcode;
using ptx::OperandKind;
using ptx::StateSpace;

void add_registers(const ptx::Function& function, const ptx::Operand& operand, std::uint32_t base,
                   std::vector<std::uint32_t>& out) {
  if (operand.kind == OperandKind::vector) {
    for (const auto& element : function.elements_of(operand)) add_registers(function, element, base, out);
  } else if ((operand.kind == OperandKind::reg || operand.kind == OperandKind::address) && operand.index >= 0) {
    out.push_back(base + static_cast<std::uint32_t>(operand.index));
  }
}

std::uint8_t ordering_space(StateSpace space) {
  if (space == StateSpace::shared) return 1;
  return space == StateSpace::local ? 2 : 0;
}

bool ordered_space(StateSpace space) {
  return space == StateSpace::global || space == StateSpace::shared || space == StateSpace::local ||
         space == StateSpace::none;
}

DependencyInfo dependency_of(const ptx::Function& function, const ptx::Instruction& i, std::uint32_t base,
                             std::vector<std::uint32_t>& pool) {
  DependencyInfo d;
  d.link = link_class(i);
  d.space = ordering_space(i.space);
  const bool atomic = i.opcode == Opcode::atom || i.opcode == Opcode::red;
  d.reads_memory =
      atomic || i.opcode == Opcode::ldmatrix ||
      (i.opcode == Opcode::ld && ordered_space(i.space) && i.mnemonic.find(".nc") == std::string_view::npos);
  d.writes_memory = atomic || i.opcode == Opcode::stmatrix || (i.opcode == Opcode::st && ordered_space(i.space));
  d.is_barrier = d.link == LinkClass::barrier;
  d.is_branch = i.opcode == Opcode::brx || (i.opcode == Opcode::bra && i.guard >= 0);
  d.first_source = static_cast<std::uint32_t>(pool.size());
  const auto operands = function.operands_of(i);
  const std::size_t written = has_destination(i.opcode) && !operands.empty() ? 1 : 0;
  if (i.guard >= 0) pool.push_back(base + static_cast<std::uint32_t>(i.guard));
  for (std::size_t k = written; k < operands.size(); ++k) add_registers(function, operands[k], base, pool);
  d.first_destination = static_cast<std::uint32_t>(pool.size());
  if (written != 0) add_registers(function, operands[0], base, pool);
  d.end = static_cast<std::uint32_t>(pool.size());
  return d;
}

}  // namespace

Program::Program(const emu::ProgramMap& program_map) : map(&program_map), merges(program_map) {
  std::unordered_map<const ptx::Function*, std::uint32_t> base;
  for (const auto& block : map->blocks) {
    const auto [at, added] = base.try_emplace(block.function, register_count);
    if (added) register_count += static_cast<std::uint32_t>(block.function->registers.size());
    block_size.push_back(block.last - block.first);
    block_first.push_back(static_cast<std::uint32_t>(dependencies.size()));
    for (auto i = block.first; i < block.last; ++i) {
      dependencies.push_back(dependency_of(*block.function, block.function->body[i], at->second, registers));
    }
  }
}

}  // namespace forewarp::profile
