// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/detail/branch_sites.hpp"

// The region of a branch: the blocks that are reached from its sides before its immediate post-dominator, where the
// sides meet again. Whether a block of the region runs, and how often, depends on the branch; what comes after runs in
// any case. A depth-first search per branch: O(branches * edges of the region). Functions in which that may take long
// get whole functions for regions, which is safe and says less.
//
// A register is decided by a branch if a side assigns it, something else assigns it too, and it is read behind the
// meeting point: there it holds one value or the other. If its only assignment is in the region, every read behind it
// sees that value or an undefined one.
//
// Example: A: n = 10; if (flag) B: n = 1000; C: loop n times. A's branch meets in C, its region is {B}, and it decides
// n, which A and B assign and C reads. With a return in B the sides do not meet: the region is {B, C, ...}, and no
// register is decided, since what runs in C has always come from A.
#include <algorithm>
#include <numeric>

#include "forewarp/frontend/analysis/cfg.hpp"
#include "forewarp/frontend/analysis/def_use.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::analysis::detail {

using ptx::Control;
using ptx::Function;
using ptx::Instruction;
using ptx::Opcode;

namespace {

constexpr std::size_t max_region_work =
    4'000'000;  ///< branches times basic blocks; beyond, regions are whole functions

bool is_conditional(const Instruction& i) {
  const Control control = info_of(i.opcode).control;
  const bool jumps = control == Control::branch || control == Control::leave;
  return jumps && (i.guard >= 0 || i.opcode == Opcode::brx);
}

bool leaves_a_loop(const Cfg& cfg, std::uint32_t block) {
  for (const Loop& loop : cfg.loops) {
    if (!loop.contains(block)) continue;
    const auto& next = cfg.blocks[block].successors;
    const auto inside = std::count_if(next.begin(), next.end(), [&](std::uint32_t s) { return loop.contains(s); });
    if (inside > 0 && static_cast<std::size_t>(inside) < next.size()) return true;
    if (inside > 0 && next.size() == 1) return true;  // a guarded ret: its other side leaves the function
  }
  return false;
}

/// Blocks that are reached from a block without passing `stop`.
std::vector<std::uint32_t> reached(const Cfg& cfg, std::uint32_t from, std::uint32_t stop) {
  std::vector<bool> seen(cfg.blocks.size());
  std::vector<std::uint32_t> out, pending(cfg.blocks[from].successors);
  while (!pending.empty()) {
    const std::uint32_t block = pending.back();
    pending.pop_back();
    if (block == stop || block >= seen.size() || seen[block]) continue;
    seen[block] = true;
    out.push_back(block);
    pending.insert(pending.end(), cfg.blocks[block].successors.begin(), cfg.blocks[block].successors.end());
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

FunctionBranches branch_sites(const Function& function) {
  FunctionBranches out;
  if (function.body.empty()) return out;
  const Cfg cfg = control_flow(function);
  out.block_of = cfg.block_of;
  out.blocks = cfg.blocks.size();
  const auto branches =
      static_cast<std::size_t>(std::count_if(function.body.begin(), function.body.end(), is_conditional));
  const bool coarse = branches * cfg.blocks.size() > max_region_work;
  for (std::uint32_t i = 0; i < function.body.size(); ++i) {
    if (!is_conditional(function.body[i])) continue;
    const std::uint32_t block = cfg.block_of[i], meet = cfg.immediate_post_dominator[block];
    BranchSite site{&function, i, block, leaves_a_loop(cfg, block), {}, meet != Cfg::none || coarse, {}};
    if (coarse) {
      site.region.resize(cfg.blocks.size());
      std::iota(site.region.begin(), site.region.end(), 0U);
    } else {
      site.region = reached(cfg, block, meet);
    }
    out.sites.push_back(std::move(site));
  }
  return out;
}

std::optional<std::vector<std::vector<std::uint32_t>>> assigned_registers(const Function& function,
                                                                          const std::vector<BranchSite>& branches,
                                                                          const std::vector<std::uint32_t>& block_of,
                                                                          std::size_t& left) {
  const DefUse flow(function);
  std::vector<std::uint32_t> several;
  for (std::uint32_t r = 0; r < flow.registers(); ++r)
    if (flow.definitions(r).size() > 1) several.push_back(r);
  std::vector<std::vector<std::uint32_t>> out;
  for (const BranchSite& b : branches) {
    if (b.function != &function) continue;
    if (several.size() > left) return std::nullopt;
    left -= several.size();
    out.emplace_back();
    if (!b.meets) continue;
    const auto inside = [&](std::uint32_t instruction) {
      return std::binary_search(b.region.begin(), b.region.end(), block_of[instruction]);
    };
    for (const std::uint32_t r : several)
      if (std::ranges::any_of(flow.definitions(r), inside) && !std::ranges::all_of(flow.readers(r), inside))
        out.back().push_back(r);
  }
  return out;
}

}  // namespace forewarp::analysis::detail
