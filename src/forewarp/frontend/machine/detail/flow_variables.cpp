// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/detail/flow_variables.hpp"

#include <numeric>

namespace forewarp::machine::detail {
namespace {

class Builder {
 public:
  explicit Builder(const FlowGraph& graph) : graph_(graph), in_(graph.blocks.size()), out_(graph.blocks.size()) {}

  FlowVariables build() {
    if (graph_.blocks.empty()) return {};
    const std::uint32_t entry = edge();
    in_[0].push_back(entry);
    for (std::uint32_t b = 0; b < graph_.blocks.size(); ++b)
      if (is_entered(b)) add_edges(b);
    same_.resize(edges_);
    std::iota(same_.begin(), same_.end(), 0U);
    for (std::size_t b = 0; b < in_.size(); ++b)
      if (in_[b].size() == 1 && out_[b].size() == 1) same_[find(out_[b][0])] = find(in_[b][0]);
    return number(entry);
  }

 private:
  /// Where branches lead is not known, they may lead to any block that nothing else leads to.
  [[nodiscard]] bool is_entered(std::uint32_t b) const { return graph_.reachable[b] || !graph_.complete; }

  std::uint32_t edge() { return edges_++; }

  void connect(std::uint32_t from, std::uint32_t to) {
    const std::uint32_t e = edge();
    out_[from].push_back(e);
    in_[to].push_back(e);
  }

  void add_edges(std::uint32_t b) {
    const Block& block = graph_.blocks[b];
    for (const std::uint32_t to : block.successors) connect(b, to);
    if (block.leaves || block.leads_anywhere) out_[b].push_back(edge());
    if (!graph_.reachable[b]) in_[b].push_back(edge());
    if (block.callee < 0) return;
    const std::uint32_t call = edge();
    in_[static_cast<std::size_t>(block.callee)].push_back(call);
    if (!block.call_is_conditional) calls_.push_back({b, call});
  }

  std::uint32_t find(std::uint32_t e) {
    while (same_[e] != e) e = same_[e] = same_[same_[e]];
    return e;
  }

  FlowVariables number(std::uint32_t entry) {
    FlowVariables v;
    std::vector<std::int32_t> number(edges_, -1);
    const auto variable = [&](std::uint32_t e) {
      std::int32_t& n = number[find(e)];
      if (n < 0) n = static_cast<std::int32_t>(v.count++);
      return static_cast<std::uint32_t>(n);
    };
    v.executions.resize(in_.size());
    for (std::size_t b = 0; b < in_.size(); ++b) {
      for (const std::uint32_t e : in_[b]) v.executions[b].emplace_back(variable(e), 1);
      if (in_[b].size() == 1 && out_[b].size() == 1) continue;
      Terms balance = v.executions[b];
      for (const std::uint32_t e : out_[b]) balance.emplace_back(variable(e), -1);
      if (!balance.empty()) v.balances.push_back(std::move(balance));
    }
    for (const auto& [block, call] : calls_) {
      Terms balance = v.executions[block];
      balance.emplace_back(variable(call), -1);
      v.balances.push_back(std::move(balance));
    }
    v.entry = {{variable(entry), 1}};
    return v;
  }

  const FlowGraph& graph_;
  std::vector<std::vector<std::uint32_t>> in_, out_;  ///< edges of each block
  struct Call {
    std::uint32_t block = 0, edge = 0;
  };
  std::vector<Call> calls_;
  std::vector<std::uint32_t> same_;
  std::uint32_t edges_ = 0;
};

}  // namespace

FlowVariables flow_variables(const FlowGraph& graph) { return Builder(graph).build(); }

}  // namespace forewarp::machine::detail
