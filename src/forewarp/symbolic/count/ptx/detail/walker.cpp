// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/detail/walker.hpp"

// An abstract interpretation of the function in the order of its regions (regions.hpp), each block once per pass.
//
// A chain is the list of conditions between the start of the kernel and a block, one link per dominator that decides
// something. Invariant: the chain of a block begins with the chain of its dominator, so the condition of a block
// relative to a dominator is the rest of its chain. Where paths meet, the state is a selection over the incoming ones.
//
// Example: A: if (c) B else C; D. Chains: A {}, B {c}, C {not c}, D {} (D follows A in any case). A register that is x
// in B and y in C is y + [c] (x - y) in D, where [c] is a choice symbol that is 1 if c holds.
#include <algorithm>

#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::count::detail {
namespace {

// Far above what kernels have (the bundled ones stay below 20 000 steps): only to stop what was made to be slow.
constexpr std::size_t max_walk_steps = 400'000;
constexpr std::size_t max_cells = 8'000'000;  // registers * blocks

}  // namespace

Walker::Walker(Algebra& algebra, const ptx::Function& function, const analysis::Cfg& cfg, const Regions& regions,
               std::span<const std::string> names)
    : algebra_(algebra),
      function_(function),
      cfg_(cfg),
      regions_(regions),
      flow_(function, cfg),
      interpreter_(algebra, function, names),
      chains_(cfg.blocks.size()),
      out_(cfg.blocks.size()),
      loops_(cfg.loops.size()),
      written_(cfg.loops.size()) {}

void Walker::run() {
  if (function_.registers.size() * cfg_.blocks.size() > max_cells) {
    throw symbolic::LimitExceeded("the kernel has too many registers and blocks to be followed");
  }
  if (!regions_.reducible) throw symbolic::LimitExceeded("a loop of the kernel has two entries");
  run_region(regions_.function, {}, State(function_.registers.size()));
}

Cond Walker::resolved(const Link& link) const {
  return link.loop < 0 ? link.condition : loops_[static_cast<std::size_t>(link.loop)].iteration;
}

std::vector<Cond> Walker::resolved(const Chain& chain) const {
  std::vector<Cond> out;
  for (const Link& link : chain) {
    const Cond c = resolved(link);
    if (c != Algebra::always) out.push_back(c);
  }
  return out;
}

std::vector<Cond> Walker::conditions(std::uint32_t block) const {
  if (block != 0 && chains_[block].empty() && cfg_.immediate_dominator[block] == analysis::Cfg::none)
    return {Algebra::never};
  return resolved(chains_[block]);
}

/// The conjunction of the links of `chain` beyond `to`; not_affine where `to` is not a prefix of it.
Cond Walker::relative(const Chain& chain, const Chain& to) {
  if (chain.size() < to.size() || !std::equal(to.begin(), to.end(), chain.begin())) return Algebra::not_affine;
  Cond out = Algebra::always;
  for (std::size_t n = to.size(); n < chain.size(); ++n) out = algebra_.both(out, resolved(chain[n]));
  return out;
}

/// Registers of `out` that are not the same in `other` become a choice between the two.
void Walker::select_page(Algebra& algebra, std::size_t page, Cond condition, const State& other, State& out) {
  for (std::size_t r = page * State::page_size; r < out.end_of(page); ++r) {
    if (out[r] == other[r]) continue;
    try {
      out.set(r, chosen(algebra, condition, other[r], out[r]));
    } catch (const symbolic::LimitExceeded&) {
      out.set(r, Value::unknown(false));
    }
  }
}

/// Merges states register by register. The state with the largest condition is the default, so its condition is not
/// needed.
State Walker::select(Algebra& algebra, std::vector<Incoming> incoming) {
  // The last one needs no condition: it takes what is left.
  const auto rank = [&](const Incoming& i) {
    return algebra.is_opaque(i.condition) ? UINT32_MAX : algebra.condition(i.condition).size;
  };
  std::stable_sort(incoming.begin(), incoming.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  State out = *incoming.back().state;
  for (std::size_t n = incoming.size() - 1; n-- > 0;) {
    const State& other = *incoming[n].state;
    for (std::size_t page = 0; page < out.pages(); ++page) {
      if (!out.shares(page, other)) select_page(algebra, page, incoming[n].condition, other, out);
    }
  }
  return out;
}

const State& Walker::state_after(const RegionEdge& edge, const RegionNode& from) const {
  if (from.loop < 0) return out_[edge.from];
  return loops_[static_cast<std::size_t>(from.loop)].exits.at({edge.from, edge.to});
}

/// The state at a node with several predecessors, and the link of its chain: the disjunction of the ways to it.
State Walker::merged(const Region& region, std::uint32_t node, const std::vector<Chain>& chains, Link& link) {
  const RegionNode& here = region.nodes[node];
  std::vector<Incoming> incoming;
  Cond reached = Algebra::never;
  std::map<std::uint32_t, unsigned> from_loop;
  for (const RegionEdge& edge : here.incoming) {
    const RegionNode& from = region.nodes[edge.from_node];
    Cond c = relative(chains[edge.from_node], chains[here.dominator]);
    if (from.loop < 0) {
      c = algebra_.both(c, edges_.at({edge.from, edge.to}));
    } else if (!loops_[static_cast<std::size_t>(from.loop)].one_target) {
      c = algebra_.both(c, Algebra::not_affine);
    }
    reached = algebra_.either(reached, c);
    // Which of a loop's several exits it was is not followed.
    if (from.loop >= 0 && from_loop[edge.from_node]++ > 0) c = Algebra::not_affine;
    incoming.push_back({c, &state_after(edge, from)});
  }
  link.condition = here.follows_dominator ? Algebra::always : reached;
  if (algebra_.is_opaque(link.condition)) link.block = here.block;
  return select(algebra_, std::move(incoming));
}

/// Nodes in topological order; each gets its dominator's chain and, where it does not follow anyway, its own link.
void Walker::run_region(const Region& region, const Chain& prefix, const State& in) {
  std::vector<Chain> chains(region.nodes.size());
  for (std::uint32_t n = 0; n < region.nodes.size(); ++n) {
    const RegionNode& node = region.nodes[n];
    State state;
    if (n == 0) {
      chains[n] = prefix;
      state = in;
    } else {
      Link link;
      state = merged(region, n, chains, link);
      chains[n] = chains[node.dominator];
      if (link.condition != Algebra::always) chains[n].push_back(link);
    }
    if (node.loop >= 0) {
      run_loop(static_cast<std::uint32_t>(node.loop), chains[n], state);
    } else {
      chains_[node.block] = chains[n];
      run_block(node.block, std::move(state));
    }
  }
}

void Walker::run_block(std::uint32_t block, State state) {
  const analysis::BasicBlock& b = cfg_.blocks[block];
  Facts facts(algebra_, resolved(chains_[block]));
  steps_ += b.last - b.first + 1;
  if (steps_ > max_walk_steps) throw symbolic::LimitExceeded("the kernel's loops are nested too deeply to be followed");
  for (std::uint32_t n = b.first; n < b.last; ++n) {
    const ptx::Instruction& i = function_.body[n];
    if (i.guard >= 0) guards_[n] = interpreter_.guard(i, state);
    for (const ptx::Operand& operand : function_.operands_of(i)) {
      if (operand.kind != ptx::OperandKind::address) continue;
      accesses_[n] = {interpreter_.address(operand, state), interpreter_.guard(i, state)};
      break;
    }
    interpreter_.execute(i, state, facts);
  }
  record_edges(block, state);
  out_[block] = std::move(state);
}

/// The condition under which the block is left along each edge.
void Walker::record_edges(std::uint32_t block, const State& state) {
  const analysis::BasicBlock& b = cfg_.blocks[block];
  const ptx::Instruction& last = function_.body[b.last - 1];
  const bool is_branch = last.opcode == ptx::Opcode::bra;
  const Cond taken = interpreter_.guard(last, state);
  const std::uint32_t next = b.last < cfg_.block_of.size() ? cfg_.block_of[b.last] : analysis::Cfg::none;
  for (const std::uint32_t to : b.successors) {
    Cond c = Algebra::always;
    if (last.opcode == ptx::Opcode::brx) {
      c = Algebra::on_data;
    } else if (last.guard >= 0 && is_branch && (b.successors.size() > 1 || regions_.ends[block])) {
      c = to == next ? algebra_.negate(taken) : taken;
    } else if (last.guard >= 0 && !is_branch && regions_.ends[block]) {
      c = algebra_.negate(taken);
    }
    edges_[{block, to}] = c;
  }
}

}  // namespace forewarp::count::detail
