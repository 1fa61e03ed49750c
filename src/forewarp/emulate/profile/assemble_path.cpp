// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "forewarp/emulate/profile/assembly.hpp"

namespace forewarp::profile {
namespace {

/// What a warp executed: counts of links, instructions, and so on.
struct Course {
  std::array<double, link_classes> links{};
  double steps = 0, instructions = 0, global_loads = 0;
};

/// ilp: instructions of a warp per instruction of its longest chain; 200 instructions on a chain of 50 are 4. mlp:
/// loads per link to global memory on that chain: 8 loads of which the chain waits for 2 are 4 in flight at once.
CriticalPath path_of(const Course& c) {
  const auto links = [&](LinkClass link) { return c.links[static_cast<unsigned>(link)]; };
  CriticalPath path;
  path.alu = links(LinkClass::alu);
  path.fp64 = links(LinkClass::fp64);
  path.special = links(LinkClass::special);
  path.shared = links(LinkClass::shared);
  path.global = links(LinkClass::global);
  path.atomic = links(LinkClass::atomic);
  path.barrier = links(LinkClass::barrier);
  path.branch = links(LinkClass::branch);
  path.tensor = links(LinkClass::tensor);
  path.instructions = c.instructions;
  path.ilp = c.steps > 0 ? std::max(1.0, c.instructions / c.steps) : 1;
  path.mlp = path.global > 0 ? std::max(1.0, c.global_loads / path.global) : 1;
  return path;
}

/// What all blocks execute over what those with details do, brought to the grid: of a few blocks that have far more to
/// do than others, too many or too few may be among them. Example: one of 512 blocks executes a thousand times as much,
/// and two of 100 with details are such.
double share_of_detailed(const Observed& o, double warp_instructions) {
  const double detailed = scaled_detail(o, [](const Detail& d) { return d.warp_instructions; });
  return detailed > 0 && warp_instructions > 0 ? warp_instructions / detailed : 1;
}

/// Means over the traced warps, one per block with details, scaled like all sampled counts, and `share` of them.
CriticalPath mean_path(const Observed& o, double share) {
  const double warps = scaled_detail(o, [](const Detail& d) { return d.chain.warps; });
  if (warps <= 0) return {};
  const auto mean = [&](auto count) {
    return share * scaled_detail(o, [&](const Detail& d) { return static_cast<std::uint64_t>(count(d.chain)); }) /
           warps;
  };
  Course c;
  for (unsigned k = 0; k < link_classes; ++k) c.links[k] = mean([k](const auto& chain) { return chain.links[k]; });
  c.steps = mean([](const auto& chain) { return chain.steps; });
  c.instructions = mean([](const auto& chain) { return chain.instructions; });
  c.global_loads = mean([](const auto& chain) { return chain.global_loads; });
  return path_of(c);
}

void add_spread(const Observed& o, CriticalPath& path) {
  const auto sum = [&](std::uint64_t WarpCourses::Cycles::*cycles) {
    return scaled_detail(o, [&](const Detail& d) { return d.warp_cycles.*cycles; });
  };
  const double longest = sum(&WarpCourses::Cycles::longest);
  if (!(longest > 0)) return;
  path.spread = std::max(1.0, longest / std::max(1.0, sum(&WarpCourses::Cycles::traced)));
  path.spread_of_mean = std::max(1.0, longest / std::max(1.0, sum(&WarpCourses::Cycles::mean)));
}

/// Nominal cycles of the longest warp of a mean block.
double longest_of_blocks(const Observed& o) {
  const double blocks = scaled_detail(o, [](const Detail& d) { return d.blocks_run; });
  return blocks > 0 ? scaled_detail(o, [](const Detail& d) { return d.warp_cycles.longest; }) / blocks : 0;
}

LongestWarp longest_of(const WarpChain& chain, double blocks) {
  const ChainWalker::Totals& t = chain.totals;
  Course c;
  for (unsigned k = 0; k < link_classes; ++k) c.links[k] = static_cast<double>(t.links[k]);
  c.steps = static_cast<double>(t.steps);
  c.instructions = static_cast<double>(t.instructions);
  c.global_loads = static_cast<double>(t.global_loads);
  LongestWarp out;
  out.path = path_of(c);
  out.begins = static_cast<double>(chain.linear) / blocks;
  return out;
}

void compare_blocks(const Observed& o, LongestWarp& longest) {
  std::uint64_t most = 0;
  for (const BlockCost& cost : o.sums->costs) most = std::max(most, cost.warp_instructions);
  struct Sums {
    std::uint64_t blocks = 0, alike = 0, all = 0, others = 0;
  };
  std::map<std::uint32_t, Sums> strata;
  for (const BlockCost& cost : o.sums->costs) {
    Sums& sums = strata[o.strata->of(cost.linear)];
    const bool is_alike = cost.warp_instructions >= most / 2;
    ++sums.blocks;
    sums.alike += is_alike ? 1 : 0;
    sums.all += cost.warp_instructions;
    sums.others += is_alike ? 0 : cost.warp_instructions;
  }
  double all = 0, others = 0;
  for (const auto& [number, sums] : strata) {
    const Share share{o.strata->population(number), sums.blocks};
    longest.blocks_alike += share.scale(sums.alike);
    all += share.scale(sums.all);
    others += share.scale(sums.others);
  }
  longest.share_of_others = all > 0 ? others / all : 1;
}

}  // namespace

void LongestWarp::shorten(const CriticalPath& mean, const CriticalPath& now) {
  if (mean.global > 0) path.near = path.global * now.near / mean.global;
  path.near_share = now.near_share;
  for (double CriticalPath::*links : path_links)
    if (mean.*links > 0) path.*links *= std::min(1.0, now.*links / (mean.*links));
}

void assemble_path(const Observed& o, Profile& p) {
  const double share = share_of_detailed(o, p.warp_instructions);
  p.path = mean_path(o, share);
  add_spread(o, p.path);
  const double requests = scaled_detail(o, [](const Detail& d) { return d.load_requests; });
  const double in_flight = scaled_detail(o, [](const Detail& d) { return d.in_flight; });
  p.path.in_flight = requests > 0 ? in_flight / requests : 0;
  constexpr double much = 2;
  const double usual = share * longest_of_blocks(o);
  // Where blocks wait for each other, how long depends on the order in which the emulator runs them.
  if (o.blocks_interact || !(usual > 0) || !(o.sums->longest.totals.cycles > much * usual)) return;
  p.longest_warp = longest_of(o.sums->longest, static_cast<double>(o.launch->grid.count()));
  p.longest_warp.path.in_flight = p.path.in_flight;
  p.longest_warp.beside = p.path;
  compare_blocks(o, p.longest_warp);
}

}  // namespace forewarp::profile
