// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/cfg.hpp"

// Blocks come from ptx/basic_blocks.hpp. The graph has one node more, the exit, to which ret, exit, trap and the end of
// the text lead; dominators of the graph from the entry, and of the reversed graph from the exit, give dominators and
// post-dominators (detail/dominators.hpp). O(instructions + edges log blocks), and O(edges * depth) for the loops.
//
// Example:  A: @p1 bra C;  B: ...  C: @p2 bra A;  D: ret;
//   edges            A -> B, A -> C, B -> C, C -> D, C -> A, D -> exit
//   dominators       B: A, C: A, D: C              post-dominators  A: C, B: C, C: D, D: none, which is the exit
//   loops            C -> A leads to a dominator of C: {A, B, C} with header A; B is not in every iteration
#include <algorithm>

#include "forewarp/frontend/analysis/detail/dominators.hpp"
#include "forewarp/frontend/analysis/detail/natural_loops.hpp"
#include "forewarp/frontend/ptx/basic_blocks.hpp"

namespace forewarp::analysis {

using ptx::Function;
using ptx::Instruction;

namespace {

void make_blocks(const Function& f, Cfg& cfg) {
  cfg.block_of.resize(f.body.size());
  for (const ptx::BlockRange& range : ptx::basic_blocks(f)) {
    const auto number = static_cast<std::uint32_t>(cfg.blocks.size());
    cfg.blocks.push_back({range.first, range.last, {}, {}});
    for (std::uint32_t at = range.first; at < range.last; ++at) cfg.block_of[at] = number;
  }
}

/// Blocks as nodes, and one more node, the last, for the exit.
detail::Graph make_graph(const Function& f, const Cfg& cfg) {
  const auto exit = static_cast<std::uint32_t>(cfg.blocks.size());
  detail::Graph graph(cfg.blocks.size() + 1);
  std::vector<std::uint32_t> seen(cfg.blocks.size() + 1, Cfg::none);
  for (std::uint32_t block = 0; block < exit; ++block) {
    const auto connect = [&](std::size_t instruction) {
      const std::uint32_t to = instruction < f.body.size() ? cfg.block_of[instruction] : exit;
      if (seen[to] == block) return;
      seen[to] = block;
      graph.connect(block, to);
    };
    const Instruction& last = f.body[cfg.blocks[block].last - 1];
    const bool jumps = leaves_function(last) || is_branch(last);
    const bool falls_through = !jumps || last.guard >= 0;
    if (falls_through) connect(cfg.blocks[block].last);
    if (leaves_function(last)) connect(f.body.size());
    for_each_target(f, last, connect);
  }
  return graph;
}

void copy_edges(const detail::Graph& graph, Cfg& cfg) {
  const std::size_t exit = cfg.blocks.size();
  for (std::uint32_t block = 0; block < exit; ++block) {
    for (const std::uint32_t to : graph.successors[block]) {
      if (to == exit) continue;
      cfg.blocks[block].successors.push_back(to);
      cfg.blocks[to].predecessors.push_back(block);
    }
  }
}

}  // namespace

bool Loop::contains(std::uint32_t block) const { return std::binary_search(blocks.begin(), blocks.end(), block); }

bool Cfg::dominates(std::uint32_t a, std::uint32_t b) const {
  while (b != a && b != none) b = immediate_dominator[b];
  return b == a;
}

const Loop* Cfg::innermost_loop(std::uint32_t block) const {
  const auto found = std::find_if(loops.rbegin(), loops.rend(), [&](const Loop& l) { return l.contains(block); });
  return found == loops.rend() ? nullptr : &*found;
}

const Loop* Cfg::outermost_loop(std::uint32_t block) const {
  const auto found = std::find_if(loops.begin(), loops.end(), [&](const Loop& l) { return l.contains(block); });
  return found == loops.end() ? nullptr : &*found;
}

bool is_in_every_iteration(const Cfg& cfg, const Loop& loop, std::uint32_t block) {
  return std::all_of(loop.latches.begin(), loop.latches.end(),
                     [&](std::uint32_t latch) { return cfg.dominates(block, latch); });
}

/// Post-dominators are the dominators of the reversed graph from the exit.
Cfg control_flow(const Function& function) {
  Cfg cfg;
  if (function.body.empty()) return cfg;
  make_blocks(function, cfg);
  detail::Graph graph = make_graph(function, cfg);
  copy_edges(graph, cfg);
  const auto exit = static_cast<std::uint32_t>(cfg.blocks.size());

  cfg.immediate_dominator = detail::immediate_dominators(graph, 0);
  cfg.loops = detail::natural_loops(graph, cfg.immediate_dominator);
  cfg.immediate_dominator.pop_back();

  std::swap(graph.successors, graph.predecessors);
  cfg.immediate_post_dominator = detail::immediate_dominators(graph, exit);
  cfg.immediate_post_dominator.pop_back();
  std::replace(cfg.immediate_post_dominator.begin(), cfg.immediate_post_dominator.end(), exit, Cfg::none);
  return cfg;
}

}  // namespace forewarp::analysis
