// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A function as nested acyclic graphs: the body of a loop with the loops inside taken as one node each, back edges and
/// exits left out. Dominance within one iteration is dominance there.
#include <cstdint>
#include <vector>

#include "forewarp/frontend/analysis/cfg.hpp"

namespace forewarp::count::detail {

struct RegionEdge {
  std::uint32_t from, to;   ///< blocks
  std::uint32_t from_node;  ///< place in Region::nodes
};

struct RegionNode {
  std::uint32_t block = 0;  ///< the block, or the header of the loop that the node is
  std::int32_t loop = -1;   ///< in Cfg::loops, -1: a block
  std::vector<RegionEdge> incoming = {};
  std::uint32_t dominator = 0;     ///< place in Region::nodes; of the first node itself
  bool follows_dominator = false;  ///< every way on from the dominator comes here in the same iteration
};

/// The body of a loop, or of the function; nodes in topological order, the header first.
struct Region {
  std::vector<RegionNode> nodes;
  std::vector<RegionEdge> latches;  ///< edges back to the header
  std::vector<RegionEdge> exits;    ///< edges out of the loop
};

struct Regions {
  std::vector<Region> loops;  ///< by number of the loop
  Region function;
  std::vector<std::int32_t> loop_of;  ///< innermost loop of a block, -1 none
  std::vector<bool> ends;             ///< by block: the kernel may be over after it
  bool reducible = true;              ///< otherwise the regions are invalid
};

[[nodiscard]] Regions regions_of(const ptx::Function& function, const analysis::Cfg& cfg);

}  // namespace forewarp::count::detail
