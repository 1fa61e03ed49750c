// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/detail/regions.hpp"

// One region per loop. A depth-first search from the header, with inner loops contracted to one node each, gives the
// topological order (reverse finishing order); a back edge to anything but the header makes the graph irreducible.
//
// In an acyclic graph in topological order, one pass suffices for dominators (Cooper, Harvey and Kennedy, "A simple,
// fast dominance algorithm", 2001): the immediate dominator of a node is the meet of its predecessors in the tree built
// so far. Followers are the same, backwards: the immediate post-dominator within the iteration.
//
// Example, A -> B, A -> C, B -> D, C -> D: D has the dominator A, and A's follower is D, so D follows its dominator: it
// runs whenever A does. If B may end the kernel, the follower of B is the end, then that of A is, too, and D does not.
//
// Cost: O(edges x depth of the tree) per loop; an edge occurs in the regions of all loops around it.
#include <algorithm>

#include "forewarp/frontend/ptx/basic_blocks.hpp"

namespace forewarp::count::detail {
namespace {

constexpr std::uint32_t none = analysis::Cfg::none;

/// Whether the kernel may be over after this instruction.
// Branches to a label behind the last instruction end the kernel, too.
bool may_end(const ptx::Function& function, const ptx::Instruction& i) {
  if (ptx::leaves_function(i)) return true;
  bool ends = false;
  if (i.opcode == ptx::Opcode::bra)
    ptx::for_each_target(function, i, [&](std::uint32_t target) { ends |= target >= function.body.size(); });
  return ends;
}

class Builder {
 public:
  Builder(const analysis::Cfg& cfg, Regions& out) : cfg_(cfg), out_(out), place_(cfg.blocks.size(), none) {}

  /// loop -1: the function.
  void build(std::int32_t loop, Region& region) {
    loop_ = loop;
    const std::uint32_t header = loop < 0 ? 0 : cfg_.loops[static_cast<std::size_t>(loop)].header;
    sort(header);
    std::reverse(finished_.begin(), finished_.end());
    for (const std::uint32_t block : finished_) {
      place_[block] = static_cast<std::uint32_t>(region.nodes.size());
      RegionNode node;
      node.block = block;
      node.loop = inner_loop(block);
      region.nodes.push_back(std::move(node));
    }
    for (std::uint32_t n = 0; n < region.nodes.size(); ++n) connect(region, n, header);
    find_dominators(region);
    find_followers(region);
    for (const std::uint32_t block : finished_) place_[block] = none;
  }

 private:
  [[nodiscard]] bool inside(std::uint32_t block) const {
    return loop_ < 0 || cfg_.loops[static_cast<std::size_t>(loop_)].contains(block);
  }
  /// The loop right inside this one that the block is in, -1: none.
  [[nodiscard]] std::int32_t inner_loop(std::uint32_t block) const {
    std::int32_t l = out_.loop_of[block];
    while (l != loop_ && cfg_.loops[static_cast<std::size_t>(l)].parent != loop_) {
      l = cfg_.loops[static_cast<std::size_t>(l)].parent;
    }
    return l == loop_ ? -1 : l;
  }
  [[nodiscard]] std::uint32_t node_of(std::uint32_t block) const {
    const std::int32_t l = inner_loop(block);
    return l < 0 ? block : cfg_.loops[static_cast<std::size_t>(l)].header;
  }
  /// Edges that leave the node that `block` represents.
  void for_each_edge(std::uint32_t block, auto&& use) const {
    const std::int32_t l = inner_loop(block);
    if (l < 0) {
      for (const std::uint32_t to : cfg_.blocks[block].successors) use(block, to);
      return;
    }
    const analysis::Loop& inner = cfg_.loops[static_cast<std::size_t>(l)];
    for (const std::uint32_t from : inner.blocks) {
      for (const std::uint32_t to : cfg_.blocks[from].successors) {
        if (!inner.contains(to)) use(from, to);
      }
    }
  }

  /// Iterative depth-first search; fills finished_ in finishing order.
  void sort(std::uint32_t header) {
    struct Frame {
      std::uint32_t node;
      std::vector<std::uint32_t> next;
    };
    finished_.clear();
    std::vector<std::uint8_t> colour(cfg_.blocks.size(), 0);
    std::vector<Frame> stack;
    const auto enter = [&](std::uint32_t node) {
      colour[node] = 1;
      Frame frame{node, {}};
      for_each_edge(node, [&](std::uint32_t, std::uint32_t to) {
        if (inside(to) && to != header) frame.next.push_back(node_of(to));
      });
      stack.push_back(std::move(frame));
    };
    enter(header);
    while (!stack.empty()) {
      Frame& top = stack.back();
      if (top.next.empty()) {
        colour[top.node] = 2;
        finished_.push_back(top.node);
        stack.pop_back();
        continue;
      }
      const std::uint32_t next = top.next.back();
      top.next.pop_back();
      if (colour[next] == 1) out_.reducible = false;
      if (colour[next] == 0) enter(next);
    }
  }

  /// Classifies the edges of node n: exits, latches (back to the header), and edges inside the region.
  void connect(Region& region, std::uint32_t n, std::uint32_t header) {
    for_each_edge(region.nodes[n].block, [&](std::uint32_t from, std::uint32_t to) {
      const RegionEdge edge{from, to, n};
      if (!inside(to)) {
        region.exits.push_back(edge);
      } else if (to == header && loop_ >= 0) {
        region.latches.push_back(edge);
      } else if (place_[node_of(to)] > n) {
        region.nodes[place_[node_of(to)]].incoming.push_back(edge);
      } else {
        out_.reducible = false;
      }
    });
  }

  /// `a` and `d` climb to their common ancestor: the one with the larger number, farther from the header, moves.
  static void find_dominators(Region& region) {
    for (std::uint32_t n = 1; n < region.nodes.size(); ++n) {
      std::uint32_t d = none;
      for (const RegionEdge& edge : region.nodes[n].incoming) {
        std::uint32_t a = edge.from_node;
        if (d == none) d = a;
        while (a != d) (a > d ? a : d) = region.nodes[std::max(a, d)].dominator;
      }
      region.nodes[n].dominator = d == none ? 0 : d;
    }
  }

  /// Post-dominators, from the last node to the first; `end` is a virtual node for exits, latches and early ends.
  void find_followers(Region& region) const {
    const auto end = static_cast<std::uint32_t>(region.nodes.size());
    std::vector<std::uint32_t> follower(end + 1, end);
    for (std::uint32_t n = end; n-- > 0;) {
      std::uint32_t f = none;
      std::size_t edges = 0;
      for_each_edge(region.nodes[n].block, [&](std::uint32_t, std::uint32_t to) {
        ++edges;
        std::uint32_t a = inside(to) ? place_[node_of(to)] : end;
        if (a == none || a <= n) a = end;  // back to the header
        if (f == none) f = a;
        while (a != f) (a < f ? a : f) = follower[std::min(a, f)];
      });
      follower[n] = edges == 0 ? end : f;
      if (ends_early(region.nodes[n])) follower[n] = end;
    }
    for (std::uint32_t n = 1; n < end; ++n) {
      std::uint32_t f = follower[region.nodes[n].dominator];
      while (f < n) f = follower[f];
      region.nodes[n].follows_dominator = f == n;
    }
  }
  [[nodiscard]] bool ends_early(const RegionNode& node) const {
    if (node.loop < 0) return out_.ends[node.block];
    const auto& blocks = cfg_.loops[static_cast<std::size_t>(node.loop)].blocks;
    return std::any_of(blocks.begin(), blocks.end(), [&](std::uint32_t b) { return out_.ends[b]; });
  }

  const analysis::Cfg& cfg_;
  Regions& out_;
  std::int32_t loop_ = -1;
  std::vector<std::uint32_t> place_, finished_;
};

}  // namespace

Regions regions_of(const ptx::Function& function, const analysis::Cfg& cfg) {
  Regions out;
  for (const analysis::BasicBlock& b : cfg.blocks) out.ends.push_back(may_end(function, function.body[b.last - 1]));
  out.loop_of.assign(cfg.blocks.size(), -1);
  for (std::size_t l = 0; l < cfg.loops.size(); ++l) {
    for (const std::uint32_t b : cfg.loops[l].blocks) out.loop_of[b] = static_cast<std::int32_t>(l);
  }
  out.loops.resize(cfg.loops.size());
  if (cfg.blocks.empty()) return out;
  Builder builder(cfg, out);
  builder.build(-1, out.function);
  for (std::size_t l = 0; l < cfg.loops.size() && out.reducible; ++l) {
    builder.build(static_cast<std::int32_t>(l), out.loops[l]);
  }
  return out;
}

}  // namespace forewarp::count::detail
