// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/long_loop.hpp"

#include <algorithm>

#include "forewarp/frontend/analysis/cfg.hpp"
#include "forewarp/frontend/analysis/def_use.hpp"
#include "forewarp/frontend/analysis/taint.hpp"
#include "forewarp/model/advise/quantities.hpp"
#include "forewarp/model/advise/remedies.hpp"

namespace forewarp::advise {
namespace {

using profile::AccessSite;
using profile::Profile;

constexpr double again = 2;  ///< executions per warp from which code counts as looped

bool is_looped(const AccessSite& site, const Profile& p) { return site.requests >= again * p.warps; }

void multiply(AccessSite& site, double by) {
  for (double* count : {&site.requests, &site.lanes, &site.sectors, &site.lines, &site.wavefronts,
                        &site.ideal_wavefronts, &site.saved_requests, &site.saved_wavefronts, &site.collisions})
    *count *= by;
}

void multiply(profile::CriticalPath& path, double by) {
  for (double profile::CriticalPath::*links : profile::path_links) path.*links *= by;
  path.instructions *= by;
}

}  // namespace

/// From counts alone: basic blocks that each warp executes at least twice are looped, the most expensive of them gives
/// the number of rounds. No such loop where it stores to a buffer that it loads, or stores with barriers: its rounds
/// may depend on each other.
std::optional<LongLoop> long_loop(const Profile& p) {
  if (!(p.warps > 0)) return std::nullopt;
  LongLoop loop;
  double all = 0, looped = 0, most = 0;
  for (const profile::BasicBlockCount& b : p.basic_blocks) {
    const double cost = b.instructions * b.warps;
    all += cost;
    if (b.warps < again * p.warps) continue;
    looped += cost;
    if (cost <= most) continue;
    most = cost;
    loop.rounds = b.warps / p.warps;
  }
  for (std::size_t i = 0; i < p.sites.size(); ++i) {
    if (!is_device_memory(p.sites[i]) || !is_looped(p.sites[i], p)) continue;
    if (is_load(p.sites[i])) loop.loads.push_back(i);
    if (!is_load(p.sites[i])) loop.stores = true;
  }
  const auto loaded_too = [&](const AccessSite& site) {
    return std::ranges::any_of(loop.loads, [&](std::size_t i) { return p.sites[i].buffer == site.buffer; });
  };
  for (const AccessSite& site : p.sites)
    if (is_device_memory(site) && !is_load(site) && loaded_too(site)) return std::nullopt;
  if (loop.loads.empty() || (loop.stores && p.barriers >= again * p.warps)) return std::nullopt;
  loop.share = looped / all;
  return loop;
}

/// Whether the load's address depends on its own result within the loop (a pointer chase), whose rounds cannot run in
/// parallel.
bool feeds_its_address(const ptx::Function& function, std::uint32_t line) {
  const auto load = std::ranges::find_if(function.body, [&](const auto& i) { return i.line == line; });
  if (load == function.body.end()) return false;
  const auto at = static_cast<std::uint32_t>(load - function.body.begin());
  const analysis::Cfg cfg = analysis::control_flow(function);
  const analysis::Loop* loop = cfg.outermost_loop(cfg.block_of[at]);
  if (loop == nullptr) return false;
  const analysis::DefUse flow(function);
  const analysis::RegisterSet from_it =
      analysis::dependents_of(flow, flow.written(at), [&](std::uint32_t n) { return loop->contains(cfg.block_of[n]); });
  return std::ranges::any_of(flow.sources(at), [&](std::uint32_t reg) { return from_it[reg]; });
}

/// The profile if `times` as many blocks share the loop: looped counts stay, everything else is repeated per block.
void split_over_blocks(Profile& p, const LongLoop& loop, unsigned times) {
  const double once = 1 - loop.share, grown = once * times + loop.share;
  for (AccessSite& site : p.sites) {
    if (is_looped(site, p))
      site.unique_sectors_per_block = std::max(1.0, site.unique_sectors_per_block / times);
    else
      multiply(site, times);
  }
  for (profile::InstructionCount& i : p.instructions) i.scale_warps(grown), i.threads *= grown;
  for (profile::BufferFootprint& b : p.buffers) join_blocks(b, 1.0 / times);
  multiply(p.path, once + loop.share / times);
  p.warp_instructions *= grown, p.thread_instructions *= grown;
  p.warps *= times, p.threads *= times;
  p.launch.grid.x *= times;
}

}  // namespace forewarp::advise
