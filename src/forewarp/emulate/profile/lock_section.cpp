// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The section is what is reached from the swap without another swap, and reaches the release without one. Example:
//
//     L: atom.cas %r1, [lock], 0, 1;  setp, bra L;  ld %r2, [c];  add;  st [c], %r2;  membar.gl;  atom.exch [lock], 0
//
// Its chain is the load, the sum and the fence: with the two atomics 1 global, 1 alu and 3 atomic links.
#include "forewarp/emulate/profile/lock_section.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "forewarp/emulate/profile/program.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"

namespace forewarp::profile {
namespace {

struct SectionChain {
  double cycles = 0;
  std::array<double, link_classes> links{};

  void add(const LinkCounts& more) {
    for (unsigned k = 0; k < link_classes; ++k) {
      links[k] += more[k];
      cycles += more[k] * nominal_latency(static_cast<LinkClass>(k));
    }
  }
};

const SectionChain& longer(const SectionChain& a, const SectionChain& b) { return b.cycles > a.cycles ? b : a; }

/// Instructions [first, last) as if they began together; fences wait for everything before them.
SectionChain longest_chain(const analysis::Dataflow& flow, std::uint32_t first, std::uint32_t last) {
  std::map<std::uint32_t, SectionChain> of_register;
  SectionChain all;
  for (std::uint32_t n = first; n < last; ++n) {
    const ptx::Instruction& i = flow.function().body[n];
    SectionChain chain = fences_device(i) ? all : SectionChain{};
    for (const std::uint32_t reg : flow.sources(n))
      if (const auto at = of_register.find(reg); at != of_register.end()) chain = longer(chain, at->second);
    if (!flow.written(n).empty() || fences_device(i)) chain.add(links_of(i));
    for (const std::uint32_t reg : flow.written(n)) of_register[reg] = chain;
    all = longer(all, chain);
  }
  return all;
}

std::optional<ptx::Operand> address_of(const ptx::Function& function, const ptx::Instruction& i) {
  for (const ptx::Operand& operand : function.operands_of(i))
    if (operand.kind == ptx::OperandKind::address) return operand;
  return std::nullopt;
}

/// An instruction that writes to the address of the lock, other than the one that takes it.
std::optional<std::uint32_t> release_of(const analysis::Dataflow& flow, std::uint32_t poll) {
  const ptx::Function& function = flow.function();
  const auto lock = address_of(function, function.body[poll]);
  for (std::uint32_t n = 0; lock && n < flow.instructions(); ++n) {
    if (n == poll || !ptx::writes_memory(function.body[n].opcode)) continue;
    const auto address = address_of(function, function.body[n]);
    if (address && address->index == lock->index && address->offset == lock->offset && address->name == lock->name)
      return n;
  }
  return std::nullopt;
}

/// Blocks from which others are reached along edges(block), without passing by `end`, which is one of them.
template <typename Edges>
std::vector<bool> reached(const analysis::Cfg& cfg, std::uint32_t from, std::uint32_t end, Edges edges) {
  std::vector<bool> seen(cfg.blocks.size());
  std::vector<std::uint32_t> pending(edges(from).begin(), edges(from).end());
  while (!pending.empty()) {
    const std::uint32_t b = pending.back();
    pending.pop_back();
    if (b >= seen.size() || seen[b]) continue;
    seen[b] = true;
    if (b != end) pending.insert(pending.end(), edges(b).begin(), edges(b).end());
  }
  return seen;
}

}  // namespace

double entries_of(const Executed& executed, const ptx::Function& function, const analysis::Loop& loop) {
  const analysis::Cfg& cfg = executed.cfg(function);
  double again = 0;
  for (const std::uint32_t latch : loop.latches) {
    const auto& next = cfg.blocks[latch].successors;
    const double all = executed.threads(function, latch), taken = executed.taken(function, latch);
    again += next.size() < 2 ? all : next[0] == loop.header ? all - taken : taken;
  }
  return std::max(0.0, executed.threads(function, loop.header) - again);
}

CriticalPath section_path(const Executed& executed, const analysis::Dataflow& flow, const analysis::WaitLoop& wait,
                          double acquisitions) {
  CriticalPath path;
  path.atomic = 2;
  const std::optional<std::uint32_t> release = release_of(flow, wait.poll);
  if (!release || !(acquisitions > 0)) return path;
  const analysis::Cfg& cfg = flow.cfg();
  const std::uint32_t from = cfg.block_of[wait.poll], to = cfg.block_of[*release];
  const auto add = [&](std::uint32_t first, std::uint32_t last, double times) {
    const SectionChain chain = longest_chain(flow, first, last);
    for (unsigned k = 0; k < link_classes; ++k) path.*path_links[k] += times * chain.links[k];
  };
  if (fences_device(flow.function().body[*release])) path.atomic += 1;
  if (from == to && wait.poll < *release) {
    add(wait.poll + 1, *release, 1);
    return path;
  }
  const auto after = reached(
      cfg, from, from, [&](std::uint32_t b) -> auto& { return cfg.blocks[b].successors; });
  const auto before = reached(
      cfg, to, from, [&](std::uint32_t b) -> auto& { return cfg.blocks[b].predecessors; });
  for (std::uint32_t b = 0; b < cfg.blocks.size(); ++b) {
    const bool inside = after[b] && before[b] && b != from && b != to;
    if (inside) add(cfg.blocks[b].first, cfg.blocks[b].last, executed.threads(flow.function(), b) / acquisitions);
  }
  add(cfg.blocks[to].first, *release, 1);
  return path;
}

}  // namespace forewarp::profile
