// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "forewarp/emulate/profile/assembly.hpp"

namespace forewarp::profile {
namespace {

/// Lanes that a guarded memory instruction really had, by (function, instruction); its basic block has more.
using GuardedLanes = std::map<std::pair<const ptx::Function*, std::uint32_t>, double>;

GuardedLanes guarded_lanes(const Observed& o) {
  GuardedLanes out;
  for (std::uint32_t site = 0; site < o.program->map->sites.size(); ++site) {
    const auto& at = o.program->map->sites[site];
    if (at.instruction >= at.function->body.size()) continue;
    const auto& instruction = at.function->body[at.instruction];
    if (instruction.guard < 0 || instruction.space == ptx::StateSpace::param) continue;
    double lanes = 0;
    for (std::uint32_t k = 0; k < site_spaces; ++k) {
      lanes += scaled_total(o, [&](const Counters& c) { return c.sites[site * site_spaces + k].lanes; });
    }
    out[{at.function, at.instruction}] = lanes;
  }
  return out;
}

BasicBlockCount basic_block_of(const emu::ProgramMap::Block& block) {
  BasicBlockCount out;
  out.function = std::string(block.function->name);
  out.instructions = block.last - block.first;
  if (block.first < block.last) {
    out.first_line = block.function->body[block.first].line;
    out.last_line = block.function->body[block.last - 1].line;
  }
  return out;
}

InstructionCount& count_of(std::map<std::string_view, InstructionCount>& counts, const ptx::Instruction& i) {
  auto& count = counts[i.mnemonic];
  if (count.mnemonic.text().empty()) {
    count.mnemonic = i.mnemonic;
    count.opcode = i.opcode;
    count.type = i.type();
    count.space = i.space;
  }
  return count;
}

/// What the entry reads of its parameters.
bool reads_parameter(const Observed& o, const ptx::Function* function, const ptx::Instruction& i) {
  return function == o.entry && i.opcode == ptx::Opcode::ld && i.space == ptx::StateSpace::param;
}

}  // namespace

/// Every instruction of a basic block is executed by the warps and threads that entered it; only
/// guarded instructions have fewer lanes, and for those that access memory the exact number is
/// known from their accesses. Counts are summed by mnemonic.
void assemble_code(const Observed& o, Profile& p) {
  const auto guarded = guarded_lanes(o);
  std::map<std::string_view, InstructionCount> counts;
  for (std::size_t b = 0; b < o.program->map->blocks.size(); ++b) {
    const auto& block = o.program->map->blocks[b];
    auto out = basic_block_of(block);
    out.warps = scaled_total(o, [&](const Counters& c) { return c.blocks[b].warps; });
    out.threads = scaled_total(o, [&](const Counters& c) { return c.blocks[b].lanes; });
    p.basic_blocks.push_back(out);
    p.warp_instructions += out.warps * out.instructions;
    p.thread_instructions += out.threads * out.instructions;
    if (out.warps == 0) continue;
    for (auto i = block.first; i < block.last; ++i) {
      const auto& instruction = block.function->body[i];
      auto& count = count_of(counts, instruction);
      const auto exact = guarded.find({block.function, i});
      const double threads = exact == guarded.end() ? out.threads : exact->second;
      count.warps += out.warps;
      const auto lowering = o.program->dependencies[o.program->block_first[b] + (i - block.first)].lowering;
      if (lowering != analysis::Lowering::alone) count.lowered[static_cast<std::size_t>(lowering) - 1] += out.warps;
      count.threads += threads;
      if (reads_parameter(o, block.function, instruction)) {
        p.param_bytes += threads * ptx::size_of(instruction.type()) * instruction.vector;
      }
    }
  }
  for (auto& [mnemonic, count] : counts) p.instructions.push_back(std::move(count));
  p.branches = scaled_total(o, [](const Counters& c) { return c.branches; });
  p.divergent_branches = scaled_total(o, [](const Counters& c) { return c.divergent; });
  p.barriers = scaled_total(o, [](const Counters& c) { return c.barriers; });
}

}  // namespace forewarp::profile
