// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/profile/influence/short_branch.hpp"

// Collects the basic blocks between the branch and where its sides meet again, by a search that a loop, a way out of
// the kernel or many blocks end. O(instructions between).
#include <algorithm>
#include <vector>

#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::profile {
namespace {

constexpr std::size_t max_blocks = 16;
constexpr std::uint32_t max_instructions = 64;

bool is_plain(const ptx::Instruction& i) {
  const bool goes_on = ptx::info_of(i.opcode).control == ptx::Control::none || i.opcode == ptx::Opcode::bra;
  // Arithmetic may be all that a launch does of it, so that its number would hang on the branch.
  const bool computes = ptx::is_float(i.type()) && !ptx::accesses_memory(i.opcode);
  return goes_on && !computes && ptx::info_of(i.opcode).sync == ptx::Sync::none && i.opcode != ptx::Opcode::unknown;
}

/// Adds an instruction; false where more than itself hangs on whether it runs.
bool add(const analysis::Dataflow& flow, std::uint32_t n, const std::vector<std::uint32_t>& blocks, ShortBranch& out) {
  const auto& i = flow.function().body[n];
  if (!is_plain(i) || ++out.instructions > max_instructions) return false;
  if (ptx::accesses_memory(i.opcode)) ++out.accesses;
  return std::ranges::all_of(flow.written(n), [&](std::uint32_t reg) {
    return std::ranges::all_of(flow.readers(reg), [&](std::uint32_t reader) {
      return std::ranges::count(blocks, flow.cfg().block_of[reader]) > 0;
    });
  });
}

/// The blocks between; nothing where they are many or a loop.
std::optional<std::vector<std::uint32_t>> blocks_between(const analysis::Cfg& cfg, std::uint32_t from) {
  const std::uint32_t meeting = cfg.immediate_post_dominator[from];
  if (meeting == analysis::Cfg::none) return std::nullopt;
  std::vector<std::uint32_t> out, pending = cfg.blocks[from].successors;
  while (!pending.empty()) {
    const std::uint32_t block = pending.back();
    pending.pop_back();
    if (block == meeting || std::ranges::count(out, block) > 0) continue;
    const bool is_header = std::ranges::any_of(cfg.loops, [&](const auto& loop) { return loop.header == block; });
    if (block == from || is_header || out.size() == max_blocks) return std::nullopt;
    out.push_back(block);
    pending.insert(pending.end(), cfg.blocks[block].successors.begin(), cfg.blocks[block].successors.end());
  }
  return out;
}

}  // namespace

std::optional<ShortBranch> short_branch(const analysis::Dataflow& flow, std::uint32_t instruction) {
  const auto block = flow.cfg().block_of[instruction];
  if (flow.cfg().innermost_loop(block) != nullptr) return std::nullopt;
  ShortBranch out{instruction};
  const auto& i = flow.function().body[instruction];
  if (i.opcode != ptx::Opcode::bra) return add(flow, instruction, {}, out) ? std::optional(out) : std::nullopt;
  const auto blocks = blocks_between(flow.cfg(), block);
  if (!blocks) return std::nullopt;
  for (const auto between : *blocks)
    for (std::uint32_t n = flow.cfg().blocks[between].first; n < flow.cfg().blocks[between].last; ++n)
      if (!add(flow, n, *blocks, out)) return std::nullopt;
  return out;
}

}  // namespace forewarp::profile
