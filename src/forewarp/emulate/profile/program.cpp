// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/program.hpp"

#include <algorithm>
#include <unordered_map>

#include "forewarp/frontend/analysis/register_access.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

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

/// By its definition no instruction of the kernel writes what it reads.
bool reads_constants(const ptx::Instruction& i) { return i.opcode == Opcode::ldu || i.has("nc"); }

/// Whether what reads its result does its work too.
bool is_part_of_reader(analysis::Lowering lowering) {
  using enum analysis::Lowering;
  return lowering == always || lowering == since_maxwell || lowering == since_volta;
}

/// A special register is read as other units are asked: its scoreboard must be waited for.
LinkCounts lowered_links(const ptx::Instruction& i, analysis::Lowering lowering) {
  LinkCounts links{};
  if (is_part_of_reader(lowering)) return links;
  if (lowering != analysis::Lowering::special_register) return links_of(i);
  links[static_cast<unsigned>(LinkClass::special)] = 1;
  return links;
}

/// What waits by an mbarrier is not known here.
void add_copies(const ptx::Function& function, const ptx::Instruction& i, DependencyInfo& d) {
  using Copies = DependencyInfo::Copies;
  if (i.opcode != Opcode::cp || !i.has("async") || i.has("bulk") || i.has("mbarrier")) return;
  if (i.has("commit_group")) {
    d.copies = Copies::end;
  } else if (i.has("wait_all")) {
    d.copies = Copies::wait;
  } else if (i.has("wait_group")) {
    d.copies = Copies::wait;
    constexpr std::uint64_t most = 255;
    const bool is_known = i.operand_count == 1 && function.operands_of(i)[0].kind == ptx::OperandKind::immediate;
    d.groups_left = static_cast<std::uint8_t>(is_known ? std::min(function.operands_of(i)[0].bits, most) : 0);
  } else {
    d.copies = Copies::one;
    d.links = {};
    d.links[static_cast<unsigned>(LinkClass::global)] = 1;
    d.cycles = nominal_latency(LinkClass::global);
    return;
  }
  d.links = {};
  d.cycles = 0;
}

DependencyInfo dependency_of(const ptx::Function& function, const ptx::Instruction& i, analysis::Lowering lowering) {
  DependencyInfo d;
  d.lowering = lowering;
  const StateSpace space = ptx::space_of(i.opcode, i.space);
  d.link = link_class(i);
  d.links = lowered_links(i, lowering);
  for (unsigned k = 0; k < link_classes; ++k) d.cycles += d.links[k] * nominal_latency(static_cast<LinkClass>(k));
  d.space = ordering_space(space);
  const ptx::MemoryKind kind = ptx::memory_kind(i.opcode);
  const bool updates = ptx::updates_memory(i.opcode);
  d.reads_memory = updates || (kind == ptx::MemoryKind::load && ordered_space(space) && !reads_constants(i));
  d.writes_memory = updates || (kind == ptx::MemoryKind::store && ordered_space(space));
  d.is_barrier = d.link == LinkClass::barrier || fences_device(i);
  d.is_branch = ptx::info_of(i.opcode).control == ptx::Control::branch && (i.guard >= 0 || i.opcode == Opcode::brx);
  analysis::for_each_written(function, i, [&](std::uint32_t) { d.has_result = true; });
  add_copies(function, i, d);
  return d;
}

/// Products of matrices have a warp's worth of operations, which only weighs them against the others here.
std::uint32_t flops_of(const ptx::Instruction& i) {
  return ptx::is_tensor(i.opcode) ? 128 : ptx::floating_operations(i.opcode, i.type());
}

/// Of each function of the map, by its instructions.
std::unordered_map<const ptx::Function*, std::vector<analysis::Lowering>> lowerings_of(const emu::ProgramMap& map) {
  std::unordered_map<const ptx::Function*, std::vector<std::uint32_t>> block_of;
  for (std::uint32_t b = 0; b < map.blocks.size(); ++b) {
    const auto& block = map.blocks[b];
    auto& of = block_of.try_emplace(block.function, block.function->body.size(), ~0U).first->second;
    std::fill(of.begin() + block.first, of.begin() + block.last, b);
  }
  std::unordered_map<const ptx::Function*, std::vector<analysis::Lowering>> out;
  for (const auto& [function, blocks] : block_of)
    out.emplace(function, analysis::lowerings(analysis::DefUse(*function), blocks));
  return out;
}

}  // namespace

bool is_retried_in_shared(const ptx::Instruction& i) {
  const bool atomic = i.opcode == Opcode::atom || i.opcode == Opcode::red;
  if (!atomic || i.has("exch") || i.has("cas")) return false;
  return ptx::size_of(i.type()) == 8 || (i.has("add") && ptx::is_float(i.type()));
}

bool adds_one_to_32_bits(const analysis::DefUse& uses, std::uint32_t instruction) {
  const ptx::Instruction& i = uses.function().body[instruction];
  const bool atomic = i.opcode == Opcode::atom || i.opcode == Opcode::red;
  if (!atomic || ptx::size_of(i.type()) != 4 || ptx::is_float(i.type())) return false;
  const auto operands = uses.function().operands_of(i);
  const auto address = std::ranges::find(operands, ptx::OperandKind::address, &ptx::Operand::kind);
  if (operands.end() - address != 2 || address[1].kind != ptx::OperandKind::immediate) return false;
  const auto number = static_cast<std::uint32_t>(address[1].bits);
  constexpr std::uint32_t no_limit = 0xffffffff;
  if (!(i.has("add") && number == 1) && !(i.has("inc") && number == no_limit)) return false;
  return std::ranges::all_of(uses.written(instruction), [&](std::uint32_t reg) { return uses.readers(reg).empty(); });
}

Program::Program(const emu::ProgramMap& program_map) : map(&program_map), merges(program_map) {
  std::unordered_map<const ptx::Function*, std::uint32_t> base;
  const auto lowering = lowerings_of(program_map);
  for (const auto& block : map->blocks) {
    const auto [at, added] = base.try_emplace(block.function, register_count);
    if (added) register_count += static_cast<std::uint32_t>(block.function->registers.size());
    block_size.push_back(block.last - block.first);
    block_first.push_back(static_cast<std::uint32_t>(dependencies.size()));
    block_flops.push_back(0);
    for (auto i = block.first; i < block.last; ++i) {
      const ptx::Instruction& instruction = block.function->body[i];
      block_flops.back() += flops_of(instruction);
      dependencies.push_back(dependency_of(*block.function, instruction, lowering.at(block.function)[i]));
      registers.add(*block.function, instruction, at->second);
    }
  }
  std::unordered_map<const ptx::Function*, analysis::DefUse> uses;
  for (const auto& site : map->sites) {
    const bool known = site.instruction < site.function->body.size();
    const bool updates = known && ptx::updates_memory(site.function->body[site.instruction].opcode);
    adds_one.push_back(updates && adds_one_to_32_bits(uses.try_emplace(site.function, *site.function).first->second,
                                                      static_cast<std::uint32_t>(site.instruction)));
    const bool adds = known && is_retried_in_shared(site.function->body[site.instruction]);
    is_retried.push_back(adds);
    adds_doubles.push_back(adds && site.function->body[site.instruction].type() == ptx::Type::f64);
  }
}

}  // namespace forewarp::profile
