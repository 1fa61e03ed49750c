// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/cfg.hpp"

#include <algorithm>

#include "forewarp/frontend/ptx/detail/dominators.hpp"
#include "forewarp/frontend/ptx/detail/loops.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::ptx {
namespace {

bool leaves(const Instruction& i) {
  const Control control = info_of(i.opcode).control;
  return control == Control::leave || control == Control::trap;
}
bool branches(const Instruction& i) { return info_of(i.opcode).control == Control::branch; }
bool ends_block(const Instruction& i) { return leaves(i) || branches(i); }

/// Calls use(instruction index) for each target of a branch; the size of the body denotes its end.
void for_each_target(const Function& f, const Instruction& i, auto&& use) {
  if (!branches(i)) return;
  for (const Operand& operand : f.operands_of(i)) {
    if (operand.kind == OperandKind::label) use(f.labels[operand.index].target);
    if (operand.kind != OperandKind::symbol || i.opcode != Opcode::brx) continue;
    if (operand.index < 0 || static_cast<std::size_t>(operand.index) >= f.tables.size()) continue;
    for (const std::int32_t label : f.tables[operand.index].labels) use(f.labels[label].target);
  }
}

/// A block starts at the entry, at every branch target and after every branch or return. O(instructions).
void make_blocks(const Function& f, Cfg& cfg) {
  const std::size_t size = f.body.size();
  std::vector<bool> leads(size + 1);
  leads[0] = true;
  for (std::size_t at = 0; at < size; ++at) {
    if (ends_block(f.body[at])) leads[at + 1] = true;
    for_each_target(f, f.body[at], [&](std::uint32_t target) { leads[target] = true; });
  }
  cfg.block_of.resize(size);
  for (std::uint32_t at = 0; at < size; ++at) {
    if (leads[at]) cfg.blocks.push_back({at, at, {}, {}});
    cfg.blocks.back().last = at + 1;
    cfg.block_of[at] = static_cast<std::uint32_t>(cfg.blocks.size() - 1);
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
    const bool falls_through = !ends_block(last) || last.guard >= 0;
    if (falls_through) connect(cfg.blocks[block].last);
    if (leaves(last)) connect(f.body.size());
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

}  // namespace forewarp::ptx
