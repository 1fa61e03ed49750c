// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/analysis/reconvergence.hpp"

// Post-dominators of parts of the graph. Outside loops: without the edges to paths that end the function and that
// nothing else joins, which lanes take by themselves until they return. Of each loop: its blocks, with the edges to its
// header leading to the end. A block whose lanes meet at its post-dominator without returning or leaving the loop keeps
// that.
//
// Example, A: @a bra C;  B: f; @rare bra OUT; bra D;  C: g;  D: h; @more bra A;  OUT: ... of the loop A to D:
//   post-dominators of the whole:  A: OUT, for B may leave          of the loop:  A: D, B: D, C: D, D: the header
//   so lanes meet at D, and B -> OUT is an edge on which lanes leave: they are waited for at OUT and not at D
#include <algorithm>
#include <optional>
#include <utility>

#include "forewarp/frontend/analysis/detail/dominators.hpp"
#include "forewarp/frontend/ptx/basic_blocks.hpp"

namespace forewarp::analysis {
namespace {

class Meetings {
 public:
  Meetings(const ptx::Function& function, const Cfg& cfg)
      : function_(function), cfg_(cfg), level_(cfg.blocks.size(), -1) {
    for (std::size_t l = 0; l < cfg.loops.size(); ++l)  // outer before inner
      for (const std::uint32_t block : cfg.loops[l].blocks) level_[block] = static_cast<std::int32_t>(l);
    mark_ends();
    after_.resize(cfg.loops.size() + 1);
  }

  Reconvergence found() {
    Reconvergence out;
    out.meeting = cfg_.immediate_post_dominator;
    for (std::uint32_t block = 0; block < cfg_.blocks.size(); ++block)
      if (cfg_.blocks[block].successors.size() > 1) out.meeting[block] = meeting_of(block);
    add_leavings(out);
    return out;
  }

 private:
  [[nodiscard]] bool only_returns(std::uint32_t block) const {
    const BasicBlock& b = cfg_.blocks[block];
    return b.last == b.first + 1 && ptx::leaves_function(function_.body[b.first]) && function_.body[b.first].guard < 0;
  }

  /// ends_[b]: no path that begins in b leaves the blocks that b dominates, but for returning. An edge u -> w leaves
  /// those of u and its dominators below the immediate dominator of w (below w itself, where the edge goes back to it).
  void mark_ends() {
    const auto blocks = static_cast<std::uint32_t>(cfg_.blocks.size());
    std::vector<std::uint32_t> top_down;
    std::vector<std::vector<std::uint32_t>> children(blocks);
    for (std::uint32_t b = 1; b < blocks; ++b)
      if (cfg_.immediate_dominator[b] != Cfg::none) children[cfg_.immediate_dominator[b]].push_back(b);
    std::vector<std::uint32_t> depth(blocks);
    top_down.push_back(0);
    for (std::size_t k = 0; k < top_down.size(); ++k) {
      for (const std::uint32_t child : children[top_down[k]]) {
        depth[child] = depth[top_down[k]] + 1;
        top_down.push_back(child);
      }
    }
    const detail::DominatorTree tree(cfg_.immediate_dominator, 0);
    std::vector<std::uint32_t> highest(blocks, Cfg::none);  // depth that the paths from a block's subtree come up to
    ends_.assign(blocks, true);
    for (auto b = top_down.rbegin(); b != top_down.rend(); ++b) {
      for (const std::uint32_t to : cfg_.blocks[*b].successors) {
        if (only_returns(to)) continue;
        const std::uint32_t up = tree.dominates(to, *b) ? depth[to] : depth[to] == 0 ? 0 : depth[to] - 1;
        highest[*b] = std::min(highest[*b], up);
      }
      for (const std::uint32_t child : children[*b]) highest[*b] = std::min(highest[*b], highest[child]);
      ends_[*b] = highest[*b] >= depth[*b];
    }
  }

  /// Whether lanes that go from one block to the other return before they meet those that do not.
  [[nodiscard]] bool returns(std::uint32_t from, std::uint32_t to) const {
    return only_returns(to) || (ends_[to] && cfg_.immediate_dominator[to] == from && !ends_[from]);
  }

  /// The next block behind `block` that all lanes pass which neither return nor leave the loop, or start again at its
  /// header; Cfg::none where there is none. level: the number of the loop, -1 for the function.
  std::uint32_t after(std::int32_t level, std::uint32_t block) {
    auto& known = after_[static_cast<std::size_t>(level + 1)];
    if (!known) known = post_dominators(level);
    const std::uint32_t place = (*known)[number_of(level, block)];
    if (level < 0) return place < cfg_.blocks.size() ? place : Cfg::none;
    const std::vector<std::uint32_t>& blocks = loop(level).blocks;
    return place < blocks.size() ? blocks[place] : Cfg::none;
  }

  [[nodiscard]] const Loop& loop(std::int32_t level) const { return cfg_.loops[static_cast<std::size_t>(level)]; }
  [[nodiscard]] std::size_t number_of(std::int32_t level, std::uint32_t block) const {
    if (level < 0) return block;
    const std::vector<std::uint32_t>& blocks = loop(level).blocks;
    return static_cast<std::size_t>(std::ranges::lower_bound(blocks, block) - blocks.begin());
  }

  /// By number in the loop; the node behind the last block is the end.
  [[nodiscard]] std::vector<std::uint32_t> post_dominators(std::int32_t level) const {
    const std::size_t size = level < 0 ? cfg_.blocks.size() : loop(level).blocks.size();
    const auto end = static_cast<std::uint32_t>(size);
    detail::Graph reversed(size + 1);
    for (std::uint32_t number = 0; number < end; ++number) {
      const std::uint32_t from = level < 0 ? number : loop(level).blocks[number];
      bool goes_on = false;
      for (const std::uint32_t to : cfg_.blocks[from].successors) {
        const bool again = level >= 0 && to == loop(level).header;
        if (returns(from, to) || (level >= 0 && !loop(level).contains(to))) continue;
        reversed.connect(again ? end : static_cast<std::uint32_t>(number_of(level, to)), number);
        goes_on = true;
      }
      if (!goes_on) reversed.connect(end, number);
    }
    return detail::immediate_dominators(reversed, end);
  }

  std::uint32_t meeting_of(std::uint32_t block) {
    const std::uint32_t common = cfg_.immediate_post_dominator[block];
    const std::int32_t level = level_[block];
    const bool is_near =
        level < 0 ? common != Cfg::none && !only_returns(common) : common != Cfg::none && loop(level).contains(common);
    if (is_near) return common;
    const std::uint32_t place = after(level, block);
    if (place != Cfg::none) return place;
    return level < 0 ? common : loop(level).header;
  }

  /// Where those that stay in the loop wait for those that have left it.
  std::uint32_t meeting_behind(const Loop& inner) {
    std::uint32_t place = after(inner.parent, inner.header);
    while (place != Cfg::none && inner.contains(place)) place = after(inner.parent, place);
    if (place != Cfg::none) return place;
    if (inner.parent >= 0) return loop(inner.parent).header;
    place = cfg_.immediate_post_dominator[inner.header];
    while (place != Cfg::none && inner.contains(place)) place = cfg_.immediate_post_dominator[place];
    return place;
  }

  /// Of each loop, the places in it where lanes wait for each other.
  [[nodiscard]] std::vector<std::vector<std::uint32_t>> meetings_inside(
      const Reconvergence& found, const std::vector<std::uint32_t>& behind) const {
    std::vector<std::vector<std::uint32_t>> inside(cfg_.loops.size());
    const auto add = [&](std::int32_t level, std::uint32_t place) {
      for (; level >= 0; level = loop(level).parent)
        if (place != Cfg::none && loop(level).contains(place)) inside[static_cast<std::size_t>(level)].push_back(place);
    };
    for (std::uint32_t block = 0; block < cfg_.blocks.size(); ++block)
      if (cfg_.blocks[block].successors.size() > 1) add(level_[block], found.meeting[block]);
    for (std::size_t l = 0; l < behind.size(); ++l) add(cfg_.loops[l].parent, behind[l]);
    for (auto& places : inside) {
      std::ranges::sort(places);
      places.erase(std::ranges::unique(places).begin(), places.end());
    }
    return inside;
  }

  void add_leavings(Reconvergence& out) {
    std::vector<std::uint32_t> behind;
    for (const Loop& l : cfg_.loops) behind.push_back(meeting_behind(l));
    auto inside = meetings_inside(out, behind);
    for (std::size_t l = 0; l < cfg_.loops.size(); ++l) {
      const Loop& left = cfg_.loops[l];
      const auto places = std::make_shared<const std::vector<std::uint32_t>>(std::move(inside[l]));
      for (const std::uint32_t from : left.blocks) {
        for (const std::uint32_t to : cfg_.blocks[from].successors) {
          // Of an edge out of several loops the outermost tells: what is inside the others is inside it.
          const bool is_outermost = left.parent < 0 || loop(left.parent).contains(to);
          if (left.contains(to) || !is_outermost) continue;
          if (returns(from, to) && to != behind[l]) continue;  // lanes that have returned are not waited for anywhere
          out.leavings.push_back({from, to, behind[l], places});
        }
      }
    }
    std::ranges::sort(out.leavings, {}, [](const Reconvergence::Leaving& way) { return std::pair(way.from, way.to); });
  }

  const ptx::Function& function_;
  const Cfg& cfg_;
  std::vector<std::int32_t> level_;  ///< by block: its innermost loop
  std::vector<bool> ends_;
  std::vector<std::optional<std::vector<std::uint32_t>>> after_;
};

}  // namespace

Reconvergence reconvergence_of(const ptx::Function& function, const Cfg& cfg) {
  if (cfg.blocks.empty()) return {};
  return Meetings(function, cfg).found();
}

}  // namespace forewarp::analysis
