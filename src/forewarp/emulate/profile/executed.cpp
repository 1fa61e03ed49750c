// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/executed.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/frontend/ptx/source_place.hpp"

namespace forewarp::profile {

/// Counts by function and basic block number: blocks of one function are consecutive in the
/// program, so only the place of its first one is kept.
Executed::Executed(const emu::ProgramMap& program, const Profile& profile, const std::vector<double>& taken)
    : profile_(profile), taken_(taken) {
  for (std::size_t b = 0; b < program.blocks.size(); ++b) {
    const ptx::Function* function = program.blocks[b].function;
    if (!functions_.contains(function)) functions_[function] = {b, analysis::control_flow(*function)};
  }
}

double Executed::warps(const ptx::Function& function, std::uint32_t block) const {
  return profile_.basic_blocks[functions_.at(&function).first + block].warps;
}

double Executed::threads(const ptx::Function& function, std::uint32_t block) const {
  return profile_.basic_blocks[functions_.at(&function).first + block].threads;
}

double Executed::taken(const ptx::Function& function, std::uint32_t block) const {
  const std::size_t at = functions_.at(&function).first + block;
  return at < taken_.size() ? taken_[at] : 0;
}

/// Whether some path from the block reaches an access of global memory, or a call, which may
/// contain one: a search over the control flow, each block once.
bool Executed::leads_to_access(const ptx::Function& function, std::uint32_t block) const {
  const analysis::Cfg& flow = cfg(function);
  std::vector<bool> seen(flow.blocks.size());
  std::vector<std::uint32_t> pending{block};
  while (!pending.empty()) {
    const std::uint32_t b = pending.back();
    pending.pop_back();
    if (b >= seen.size() || seen[b]) continue;
    seen[b] = true;
    for (std::uint32_t i = flow.blocks[b].first; i < flow.blocks[b].last; ++i)
      if (may_access_global(function.body[i]) || function.body[i].opcode == ptx::Opcode::call) return true;
    pending.insert(pending.end(), flow.blocks[b].successors.begin(), flow.blocks[b].successors.end());
  }
  return false;
}

bool may_access_global(const ptx::Instruction& i) {
  switch (ptx::memory_kind(i.opcode)) {
    case ptx::MemoryKind::load:
    case ptx::MemoryKind::store:
    case ptx::MemoryKind::atomic:
    case ptx::MemoryKind::reduction: {
      const ptx::StateSpace space = ptx::space_of(i.opcode, i.space);
      return space == ptx::StateSpace::global || space == ptx::StateSpace::none || space == ptx::StateSpace::tex;
    }
    case ptx::MemoryKind::copy:
      return true;
    case ptx::MemoryKind::none:
    case ptx::MemoryKind::prefetch:
    case ptx::MemoryKind::hint:
      return false;
  }
  return false;
}

std::string place_name(const ptx::Module& module, const ptx::Function& function, std::uint32_t instruction) {
  const ptx::Instruction& i = function.body[instruction];
  const auto author = ptx::source_place(module, function, i);
  const std::string file = author && author->line > 0 ? std::string(author->file) : module.file;
  const std::uint32_t line = author && author->line > 0 ? author->line : i.line;
  return fmt::format("{}:{}", std::filesystem::path(file).filename().string(), line);
}

}  // namespace forewarp::profile
