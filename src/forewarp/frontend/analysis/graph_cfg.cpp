// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/graph_cfg.hpp"

#include "forewarp/frontend/analysis/detail/dominators.hpp"
#include "forewarp/frontend/analysis/detail/natural_loops.hpp"

namespace forewarp::analysis {

Cfg control_flow(const std::vector<std::vector<std::uint32_t>>& successors) {
  Cfg cfg;
  if (successors.empty()) return cfg;
  cfg.blocks.resize(successors.size());
  detail::Graph graph(successors.size());
  for (std::uint32_t block = 0; block < successors.size(); ++block) {
    for (const std::uint32_t to : successors[block]) {
      graph.connect(block, to);
      cfg.blocks[block].successors.push_back(to);
      cfg.blocks[to].predecessors.push_back(block);
    }
  }
  cfg.immediate_dominator = detail::immediate_dominators(graph, 0);
  cfg.loops = detail::natural_loops(graph, cfg.immediate_dominator);
  return cfg;
}

}  // namespace forewarp::analysis
