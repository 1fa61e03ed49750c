// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/detail/edge_counts.hpp"

#include <algorithm>

namespace forewarp::machine::detail {
namespace {

using Counts = std::vector<std::vector<double>>;

double warps_of(const Executions& executions, std::uint32_t block) { return executions.blocks[block].warps; }

/// Blocks that code behind them, or they themselves, lead back to.
std::vector<bool> begin_loops(const FlowGraph& graph) {
  std::vector<bool> result(graph.blocks.size(), false);
  for (std::uint32_t b = 0; b < graph.blocks.size(); ++b)
    for (const std::uint32_t to : graph.blocks[b].successors)
      if (to <= b) result[to] = true;
  return result;
}

std::vector<std::uint32_t> ways_into(const FlowGraph& graph) {
  std::vector<std::uint32_t> ways(graph.blocks.size(), 0);
  for (const Block& block : graph.blocks)
    for (const std::uint32_t to : block.successors) ++ways[to];
  return ways;
}

/// The only way into a block has all of its executions; the other ways out have what is left.
Counts begin(const FlowGraph& graph, const Executions& executions) {
  constexpr double preference = 1000;  // of an entry to a loop over a way round it
  const std::vector<bool> begins_loop = begin_loops(graph);
  const std::vector<std::uint32_t> ways = ways_into(graph);
  Counts counts;
  for (std::uint32_t b = 0; b < graph.blocks.size(); ++b) {
    const std::vector<std::uint32_t>& successors = graph.blocks[b].successors;
    double left = warps_of(executions, b);
    for (const std::uint32_t to : successors)
      if (ways[to] == 1) left = std::max(0.0, left - warps_of(executions, to));
    std::vector<double>& of_block = counts.emplace_back();
    for (const std::uint32_t to : successors) {
      const double most = std::min(left, warps_of(executions, to)) * (begins_loop[to] && b < to ? preference : 1);
      of_block.push_back(ways[to] == 1 ? warps_of(executions, to) : most);
    }
  }
  return counts;
}

void fit_ways_out(const FlowGraph& graph, const Executions& executions, Counts& counts) {
  for (std::uint32_t b = 0; b < graph.blocks.size(); ++b) {
    double sum = 0;
    for (const double count : counts[b]) sum += count;
    if (sum > 0)
      for (double& count : counts[b]) count *= warps_of(executions, b) / sum;
  }
}

void fit_ways_in(const FlowGraph& graph, const Executions& executions, Counts& counts) {
  std::vector<double> sums(graph.blocks.size(), 0);
  for (std::uint32_t b = 0; b < graph.blocks.size(); ++b)
    for (std::size_t k = 0; k < counts[b].size(); ++k) sums[graph.blocks[b].successors[k]] += counts[b][k];
  for (std::uint32_t b = 0; b < graph.blocks.size(); ++b)
    for (std::size_t k = 0; k < counts[b].size(); ++k) {
      const std::uint32_t to = graph.blocks[b].successors[k];
      if (sums[to] > 0) counts[b][k] *= warps_of(executions, to) / sums[to];
    }
}

}  // namespace

Counts edge_counts(const FlowGraph& graph, const Executions& executions) {
  constexpr int rounds = 30;
  Counts counts = begin(graph, executions);
  for (int round = 0; round < rounds; ++round) {
    fit_ways_out(graph, executions, counts);
    fit_ways_in(graph, executions, counts);
  }
  return counts;
}

}  // namespace forewarp::machine::detail
