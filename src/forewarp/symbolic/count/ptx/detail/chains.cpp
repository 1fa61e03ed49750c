// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/detail/chains.hpp"

#include <algorithm>
#include <cstdint>
#include <map>

#include "forewarp/frontend/analysis/register_access.hpp"

namespace forewarp::count::detail {

namespace {

using Edges = std::map<std::uint32_t, std::vector<std::uint32_t>>;

/// Strongly connected components (Kosaraju: places by the time they are left, then backwards), without recursion.
class Components {
 public:
  Components(const Edges& forwards, const Edges& backwards) {
    std::vector<std::uint32_t> left;
    for (const auto& [start, to] : forwards) visit(start, forwards, [&](std::uint32_t at) { left.push_back(at); });
    seen_.clear();
    for (auto start = left.rbegin(); start != left.rend(); ++start) {
      visit(*start, backwards, [&](std::uint32_t at) { component_[at] = *start; });
    }
  }
  [[nodiscard]] bool together(std::uint32_t a, std::uint32_t b) const {
    const auto x = component_.find(a), y = component_.find(b);
    return x != component_.end() && y != component_.end() && x->second == y->second;
  }

 private:
  void visit(std::uint32_t start, const Edges& edges, const auto& leave) {
    if (seen_[start]) return;
    seen_[start] = true;
    std::vector<std::pair<std::uint32_t, std::size_t>> open{{start, 0}};
    while (!open.empty()) {
      auto& [at, next] = open.back();
      const auto out = edges.find(at);
      if (out == edges.end() || next == out->second.size()) {
        leave(at);
        open.pop_back();
        continue;
      }
      const std::uint32_t to = out->second[next++];
      if (seen_[to]) continue;
      seen_[to] = true;
      open.emplace_back(to, 0);
    }
  }

  std::map<std::uint32_t, bool> seen_;
  std::map<std::uint32_t, std::uint32_t> component_;
};

}  // namespace

/// Registers are nodes, and an instruction has an edge from each register it reads to each it
/// writes. An instruction is chained if such an edge lies on a cycle, that is within a strongly
/// connected component: then its result comes back to it, in a loop. O(edges * log). Example: s = s
/// + a*b; t = a*b; u = t + 1 in a loop body: s to s is a cycle, t and u are on none.
std::vector<bool> chained_instructions(const ptx::Function& function) {
  Edges forwards, backwards;
  for (const ptx::Instruction& i : function.body)
    analysis::for_each_written(function, i, [&](std::uint32_t to) {
      analysis::for_each_read(function, i, [&](std::uint32_t from) {
        forwards[from].push_back(to);
        backwards[to].push_back(from);
      });
    });
  const Components components(forwards, backwards);
  std::vector<bool> chained;
  for (const ptx::Instruction& i : function.body) {
    bool comes_back = false;
    analysis::for_each_written(function, i, [&](std::uint32_t to) {
      analysis::for_each_read(function, i, [&](std::uint32_t from) {
        comes_back = comes_back || to == from || components.together(from, to);
      });
    });
    chained.push_back(comes_back);
  }
  return chained;
}

}  // namespace forewarp::count::detail
