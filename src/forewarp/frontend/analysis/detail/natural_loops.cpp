// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/detail/natural_loops.hpp"

#include <algorithm>

#include "forewarp/support/error.hpp"

namespace forewarp::analysis::detail {

namespace {

/// The blocks of a loop: backwards from the latches along predecessors until the header. `mark` is the loop's own
/// stamp, so no set needs clearing between loops. O(edges of the loop).
std::vector<std::uint32_t> blocks_of(const Graph& graph, const Loop& loop, std::vector<std::uint32_t>& stamp,
                                     std::uint32_t mark) {
  std::vector<std::uint32_t> blocks{loop.header};
  stamp[loop.header] = mark;
  for (const std::uint32_t latch : loop.latches) {
    if (stamp[latch] == mark) continue;
    stamp[latch] = mark;
    blocks.push_back(latch);
  }
  for (std::size_t i = 1; i < blocks.size(); ++i)
    for (const std::uint32_t from : graph.predecessors[blocks[i]]) {
      if (stamp[from] == mark || stamp[from] == no_node) continue;
      stamp[from] = mark;
      blocks.push_back(from);
    }
  std::sort(blocks.begin(), blocks.end());
  return blocks;
}

}  // namespace

/// An edge from a block to its dominator (a back edge) closes a loop; back edges to one header form one loop. Headers
/// are visited in reverse post-order, so outer loops come first and innermost[header] is the parent of the new loop.
/// Invariant: innermost[b] is the deepest loop so far that contains b. O(edges * depth of nesting), limited by
/// max_members.
///
/// Example: A -> B -> C -> B, C -> A: back edges C -> A and C -> B. Header A: loop {A, B, C}, depth 1; header B: loop
/// {B, C}, parent A's, depth 2.
std::vector<Loop> natural_loops(const Graph& graph, const std::vector<std::uint32_t>& dominators) {
  constexpr std::size_t max_members = std::size_t{1} << 25;
  const DominatorTree tree(dominators, 0);
  std::vector<Loop> loops;
  std::vector<std::int32_t> innermost(graph.size(), -1);
  const std::vector<std::uint32_t> order = reverse_post_order(graph, 0);
  std::vector<std::uint32_t> stamp(graph.size(), no_node);  // unreachable blocks stay out of every loop
  for (const std::uint32_t block : order) stamp[block] = 0;
  std::size_t members = 0;
  // A header dominates the headers inside it, so reverse post-order meets outer loops first.
  for (const std::uint32_t header : order) {
    Loop loop;
    loop.header = header;
    for (const std::uint32_t from : graph.predecessors[header])
      if (tree.dominates(header, from)) loop.latches.push_back(from);
    if (loop.latches.empty()) continue;
    const auto id = static_cast<std::int32_t>(loops.size());
    loop.blocks = blocks_of(graph, loop, stamp, static_cast<std::uint32_t>(id) + 1);
    members += loop.blocks.size();
    if (members > max_members) throw InputError("the loops of this function are nested too deeply");
    loop.parent = innermost[header];
    loop.depth = loop.parent < 0 ? 1 : loops[loop.parent].depth + 1;
    for (const std::uint32_t block : loop.blocks) innermost[block] = id;
    loops.push_back(std::move(loop));
  }
  return loops;
}

}  // namespace forewarp::analysis::detail
