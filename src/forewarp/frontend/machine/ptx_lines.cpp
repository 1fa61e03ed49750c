// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/ptx_lines.hpp"

#include <set>

#include "forewarp/frontend/ptx/basic_blocks.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::machine {
namespace {

Effect effect_of(const ptx::Instruction& i) {
  const ptx::OpcodeInfo& info = ptx::info_of(i.opcode);
  switch (info.memory) {
    case ptx::MemoryKind::load:
      return Effect::load;
    case ptx::MemoryKind::store:
      return Effect::store;
    case ptx::MemoryKind::atomic:
    case ptx::MemoryKind::reduction:
      return Effect::atomic;
    case ptx::MemoryKind::copy:
      return Effect::copy;
    case ptx::MemoryKind::none:
    case ptx::MemoryKind::prefetch:
    case ptx::MemoryKind::hint:
      break;
  }
  if (i.opcode == ptx::Opcode::bar || i.opcode == ptx::Opcode::barrier) return Effect::barrier;
  return info.cross_lane ? Effect::exchange : Effect::none;
}

Space space_of(const ptx::Instruction& i) {
  switch (i.space == ptx::StateSpace::none ? ptx::info_of(i.opcode).space : i.space) {
    case ptx::StateSpace::global:
      return Space::global;
    case ptx::StateSpace::shared:
      return Space::shared;
    case ptx::StateSpace::local:
      return Space::local;
    case ptx::StateSpace::const_:
    case ptx::StateSpace::param:
      return Space::constant;
    case ptx::StateSpace::tex:
      return Space::texture;
    case ptx::StateSpace::none:
    case ptx::StateSpace::reg:
    case ptx::StateSpace::sreg:
      break;
  }
  return Space::generic;
}

PtxLine line_of(const ptx::Instruction& i, const PtxBlockCount& count, std::uint32_t block) {
  PtxLine line{count.warps, count.threads, block, effect_of(i), Space::none, 0, i.guard >= 0};
  const bool is_memory =
      line.effect != Effect::none && line.effect != Effect::barrier && line.effect != Effect::exchange;
  if (!is_memory) return line;
  line.space = space_of(i);
  line.bytes_per_lane = static_cast<std::uint32_t>(ptx::size_of(i.type())) * i.vector;
  return line;
}

}  // namespace

PtxLines ptx_lines(const ptx::Module& module, const std::vector<PtxBlockCount>& counts, double threads, double warps) {
  PtxLines result{{}, threads, warps};
  std::set<std::uint32_t> seen;
  std::map<std::string_view, std::vector<std::uint32_t>> by_function;
  for (std::uint32_t k = 0; k < counts.size(); ++k) by_function[counts[k].function].push_back(k);
  for (const auto& [name, blocks] : by_function) {
    const ptx::Function* function = module.find(name);
    if (!function) continue;
    const std::vector<ptx::BlockRange> ranges = ptx::basic_blocks(*function);
    if (ranges.size() != blocks.size()) continue;
    for (std::size_t b = 0; b < ranges.size(); ++b) {
      for (std::uint32_t k = ranges[b].first; k < ranges[b].last; ++k) {
        const ptx::Instruction& i = function->body[k];
        if (!seen.insert(i.line).second)
          result.lines.erase(i.line);
        else
          result.lines.emplace(i.line, line_of(i, counts[blocks[b]], blocks[b]));
      }
    }
  }
  return result;
}

}  // namespace forewarp::machine
