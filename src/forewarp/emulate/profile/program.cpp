// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/program.hpp"

#include <unordered_map>

#include "forewarp/frontend/ptx/dataflow.hpp"

namespace forewarp::profile {
namespace {

using ptx::Opcode;
using ptx::StateSpace;

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
      atomic || i.opcode == Opcode::ldmatrix || i.opcode == Opcode::wmma_load ||
      (i.opcode == Opcode::ld && ordered_space(i.space) && i.mnemonic.find(".nc") == std::string_view::npos);
  d.writes_memory = atomic || i.opcode == Opcode::stmatrix || i.opcode == Opcode::wmma_store ||
                    (i.opcode == Opcode::st && ordered_space(i.space));
  d.is_barrier = d.link == LinkClass::barrier;
  d.is_branch = i.opcode == Opcode::brx || (i.opcode == Opcode::bra && i.guard >= 0);
  d.first_source = static_cast<std::uint32_t>(pool.size());
  const auto add = [&](std::uint32_t reg) { pool.push_back(base + reg); };
  ptx::for_each_read(function, i, add);
  d.first_destination = static_cast<std::uint32_t>(pool.size());
  ptx::for_each_written(function, i, add);
  d.end = static_cast<std::uint32_t>(pool.size());
  return d;
}

/// Of a lane: one each for sums, products, quotients and roots, two of a fused one, by elements of a packed type.
/// Products of matrices have a warp's worth of operations, which only weighs them against the others here.
std::uint32_t flops_of(const ptx::Instruction& i) {
  if (i.opcode == Opcode::mma || i.opcode == Opcode::wgmma || i.opcode == Opcode::wmma) return 128;
  const auto type = i.type();
  if (!ptx::is_float(type)) return 0;
  const bool is_packed = type == ptx::Type::f16x2 || type == ptx::Type::bf16x2 || type == ptx::Type::f32x2;
  const std::uint32_t elements = is_packed ? 2 : 1;
  switch (i.opcode) {
    case Opcode::fma:
    case Opcode::mad:
      return 2 * elements;
    case Opcode::add:
    case Opcode::sub:
    case Opcode::mul:
    case Opcode::div:
    case Opcode::rcp:
    case Opcode::sqrt:
    case Opcode::rsqrt:
    case Opcode::sin:
    case Opcode::cos:
    case Opcode::ex2:
    case Opcode::lg2:
    case Opcode::tanh:
      return elements;
    default:
      return 0;
  }
}

}  // namespace

Program::Program(const emu::ProgramMap& program_map) : map(&program_map), merges(program_map) {
  std::unordered_map<const ptx::Function*, std::uint32_t> base;
  for (const auto& block : map->blocks) {
    const auto [at, added] = base.try_emplace(block.function, register_count);
    if (added) register_count += static_cast<std::uint32_t>(block.function->registers.size());
    block_size.push_back(block.last - block.first);
    block_first.push_back(static_cast<std::uint32_t>(dependencies.size()));
    block_flops.push_back(0);
    for (auto i = block.first; i < block.last; ++i) {
      block_flops.back() += flops_of(block.function->body[i]);
      dependencies.push_back(dependency_of(*block.function, block.function->body[i], at->second, registers));
    }
  }
}

}  // namespace forewarp::profile
