// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/amdgcn/known_ways.hpp"

#include <map>

namespace forewarp::amdgcn {
namespace {

using Ways = std::vector<std::optional<machine::BlockExecutions>>;

/// Divisions in 64 bits here, by place.
using Copies = std::map<Place, double>;

Copies copies_of_divisions(const Kernel& kernel) {
  Copies copies;
  for (const Access& access : kernel.accesses)
    if (access.way == Way::wide_division) ++copies[kernel.places[access.place]];
  return copies;
}

/// Of a way of a division at its place, each copy as often. The way in 32 bits is known where no such division was
/// executed: those that have no other way would have been.
std::optional<machine::BlockExecutions> executions_of(Way way, const SourceLines::Divisions& divisions, double copies) {
  if (!divisions.has_wide) return std::nullopt;
  if (way == Way::wide_division)
    return machine::BlockExecutions{divisions.wide_threads / copies, divisions.wide_warps / copies, false};
  if (divisions.wide_threads == 0 || divisions.narrow_threads > 0) return std::nullopt;
  return machine::BlockExecutions{0, 0, false};
}

/// What instructions of the block say of it.
std::optional<machine::BlockExecutions> way_of(const Kernel& kernel, const machine::Block& block,
                                               const SourceLines& source, const Copies& copies) {
  for (std::uint32_t k = block.first; k < block.last; ++k) {
    const Way way = kernel.accesses[k].way;
    if (way == Way::usual) continue;
    if (way == Way::rare) return machine::BlockExecutions{0, 0, false};
    const Place& place = kernel.places[kernel.accesses[k].place];
    const SourceLines::Divisions* divisions = source.divisions_of(place);
    const auto found = copies.find(place);
    if (divisions == nullptr || found == copies.end()) continue;
    if (const auto known = executions_of(way, *divisions, found->second)) return known;
  }
  return std::nullopt;
}

bool is_left_out(const std::optional<machine::BlockExecutions>& way) { return way && way->threads == 0; }

/// Blocks that the first leads to by others than those left out.
std::vector<bool> reached(const machine::FlowGraph& graph, const Ways& ways) {
  std::vector<bool> seen(graph.blocks.size(), false);
  std::vector<std::uint32_t> open;
  const auto come_to = [&](std::uint32_t b) {
    if (seen[b] || is_left_out(ways[b])) return;
    seen[b] = true;
    open.push_back(b);
  };
  if (!graph.blocks.empty()) come_to(0);
  while (!open.empty()) {
    const std::uint32_t b = open.back();
    open.pop_back();
    for (const std::uint32_t to : graph.blocks[b].successors) come_to(to);
  }
  return seen;
}

}  // namespace

Ways known_ways(const Kernel& kernel, const machine::FlowGraph& graph, const SourceLines& source) {
  Ways ways;
  const Copies copies = copies_of_divisions(kernel);
  for (const machine::Block& block : graph.blocks) ways.push_back(way_of(kernel, block, source, copies));
  const std::vector<bool> seen = reached(graph, ways), seen_otherwise = reached(graph, Ways(ways.size()));
  for (std::size_t b = 0; b < ways.size(); ++b)
    if (!seen[b] && seen_otherwise[b]) ways[b] = machine::BlockExecutions{0, 0, false};
  return ways;
}

}  // namespace forewarp::amdgcn
