// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/flow_graph.hpp"

#include <algorithm>

namespace forewarp::machine {
namespace {

bool ends_block(const Instruction& i) {
  switch (i.effect()) {
    case Effect::branch:
    case Effect::branch_table:
    case Effect::call:
    case Effect::leave:
    case Effect::ret:
      return true;
    case Effect::none:
    case Effect::load:
    case Effect::store:
    case Effect::atomic:
    case Effect::copy:
    case Effect::bulk_copy:
    case Effect::barrier:
    case Effect::exchange:
      return false;
  }
  return false;
}

const Kernel::BranchTargets* table_of(const Kernel& kernel, const Instruction& i) {
  const auto found = std::ranges::lower_bound(kernel.branch_targets, i.address, {}, &Kernel::BranchTargets::branch);
  const bool is_there = found != kernel.branch_targets.end() && found->branch == i.address;
  return is_there && !found->targets.empty() ? &*found : nullptr;
}

std::vector<bool> block_starts(const Kernel& kernel) {
  std::vector<bool> starts(kernel.instructions.size(), false);
  if (!starts.empty()) starts[0] = true;
  const auto mark = [&](std::uint32_t address) {
    if (const auto index = kernel.index_of(address)) starts[*index] = true;
  };
  for (std::size_t k = 0; k < kernel.instructions.size(); ++k) {
    const Instruction& i = kernel.instructions[k];
    if (!ends_block(i)) continue;
    if (k + 1 < starts.size()) starts[k + 1] = true;
    mark(i.target);
    if (const auto* table = table_of(kernel, i)) std::ranges::for_each(table->targets, mark);
  }
  return starts;
}

/// The blocks from which branches lead to a RET: a call of one of them returns. CALL.REL.NOINC to any other is a jump,
/// as the compiler uses it to leave loops: it saves no address.
std::vector<bool> returning_blocks(const Kernel& kernel, const FlowGraph& graph) {
  std::vector<std::vector<std::uint32_t>> predecessors(graph.blocks.size());
  std::vector<bool> returns(graph.blocks.size(), false);
  std::vector<std::uint32_t> open;
  for (std::uint32_t b = 0; b < graph.blocks.size(); ++b) {
    const Instruction& last = kernel.instructions[graph.blocks[b].last - 1];
    const bool goes_on = !ends_block(last) || last.conditional || last.effect() == Effect::call;
    if (goes_on && b + 1 < graph.blocks.size()) predecessors[b + 1].push_back(b);
    if (const auto to = kernel.index_of(last.target); to && last.effect() == Effect::branch)
      predecessors[graph.block_of[*to]].push_back(b);
    if (const auto* table = table_of(kernel, last))
      for (const std::uint32_t target : table->targets)
        if (const auto to = kernel.index_of(target)) predecessors[graph.block_of[*to]].push_back(b);
    if (last.effect() != Effect::ret) continue;
    returns[b] = true;
    open.push_back(b);
  }
  while (!open.empty()) {
    const std::uint32_t b = open.back();
    open.pop_back();
    for (const std::uint32_t from : predecessors[b]) {
      if (returns[from]) continue;
      returns[from] = true;
      open.push_back(from);
    }
  }
  return returns;
}

class Connector {
 public:
  Connector(const Kernel& kernel, FlowGraph& graph)
      : kernel_(kernel), graph_(graph), returns_(returning_blocks(kernel, graph)) {}

  void connect(Block& block) {
    const Instruction& last = kernel_.instructions[block.last - 1];
    const Effect effect = last.effect();
    const bool returns = effect == Effect::call && is_returning_call(last);
    if (!ends_block(last) || last.conditional || returns) fall_through(block);
    if (effect == Effect::branch || (effect == Effect::call && !returns)) lead(block, last.target);
    if (effect == Effect::branch_table) follow_table(block, last);
    if (effect == Effect::leave || effect == Effect::ret) block.leaves = true;
    if (returns) call(block, last);
  }

 private:
  /// Code elsewhere is taken to return.
  [[nodiscard]] bool is_returning_call(const Instruction& call) const {
    const auto index = kernel_.index_of(call.target);
    return !index || returns_[graph_.block_of[*index]];
  }

  void add(Block& block, std::uint32_t to) {
    if (std::ranges::find(block.successors, to) == block.successors.end()) block.successors.push_back(to);
  }

  void lead(Block& block, std::uint32_t address) {
    if (const auto index = kernel_.index_of(address))
      add(block, graph_.block_of[*index]);
    else
      block.leads_anywhere = true;
  }

  /// Code that ends without EXIT is not executed to there.
  void fall_through(Block& block) {
    if (block.last < kernel_.instructions.size())
      add(block, graph_.block_of[block.last]);
    else
      block.leaves = true;
  }

  void follow_table(Block& block, const Instruction& branch) {
    const auto* table = table_of(kernel_, branch);
    if (!table) {
      block.leads_anywhere = true;
      return;
    }
    for (const std::uint32_t target : table->targets) lead(block, target);
  }

  void call(Block& block, const Instruction& last) {
    block.call_is_conditional = last.conditional;
    if (const auto index = kernel_.index_of(last.target))
      block.callee = static_cast<std::int32_t>(graph_.block_of[*index]);
  }

  const Kernel& kernel_;
  FlowGraph& graph_;
  std::vector<bool> returns_;
};

void find_reachable(const Kernel& kernel, FlowGraph& graph) {
  graph.reachable.assign(graph.blocks.size(), false);
  std::vector<std::uint32_t> open;
  const auto visit = [&](std::uint32_t block) {
    if (graph.reachable[block]) return;
    graph.reachable[block] = true;
    open.push_back(block);
  };
  if (!graph.blocks.empty()) visit(0);
  while (!open.empty()) {
    const Block& block = graph.blocks[open.back()];
    open.pop_back();
    std::ranges::for_each(block.successors, visit);
    if (block.callee >= 0) visit(static_cast<std::uint32_t>(block.callee));
    const Instruction& last = kernel.instructions[block.last - 1];
    const bool calls_elsewhere = last.effect() == Effect::call && last.target == Instruction::no_target;
    if (block.leads_anywhere || calls_elsewhere) graph.complete = false;
  }
}

}  // namespace

FlowGraph flow_graph(const Kernel& kernel) {
  FlowGraph graph;
  const std::vector<bool> starts = block_starts(kernel);
  for (std::uint32_t k = 0; k < starts.size(); ++k) {
    if (starts[k]) graph.blocks.push_back({.first = k, .last = k, .successors = {}});
    graph.blocks.back().last = k + 1;
    graph.block_of.push_back(static_cast<std::uint32_t>(graph.blocks.size() - 1));
  }
  Connector connector(kernel, graph);
  for (Block& block : graph.blocks) connector.connect(block);
  find_reachable(kernel, graph);
  return graph;
}

}  // namespace forewarp::machine
