// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/waits.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace forewarp::machine {
namespace {

enum class For : std::uint8_t { global, atomic, shared, special, fp64, other, count };
constexpr std::size_t kinds = static_cast<std::size_t>(For::count);
constexpr std::size_t scoreboards = 6;

struct Scoreboard {
  double release = 0;  ///< cycles from now
  For kind = For::other;
};
using State = std::array<Scoreboard, scoreboards>;

/// Cycles of one execution of a block.
struct Spent {
  double issue = 0;
  std::array<double, kinds> waited{};
};

For kind_of(const Instruction& i) {
  if (i.effect() == Effect::atomic) return i.space() == Space::shared ? For::shared : For::atomic;
  switch (i.space()) {
    case Space::shared:
      return For::shared;
    case Space::global:
    case Space::local:
    case Space::generic:
    case Space::texture:
      return For::global;
    case Space::constant:
      return For::other;
    case Space::none:
      break;
  }
  if (!i.info) return For::other;
  if (i.info->pipe == Pipe::fp64) return For::fp64;
  return i.info->pipe == Pipe::memory || i.info->pipe == Pipe::texture ? For::global : For::special;
}

double latency_of(For kind, const WaitLatencies& l) {
  switch (kind) {
    case For::global:
    case For::atomic:
      return l.global;
    case For::shared:
      return l.shared;
    case For::special:
      return l.special;
    case For::fp64:
      return l.fp64;
    case For::other:
    case For::count:
      break;
  }
  return l.constant;
}

void set(Scoreboard& s, double release, For kind) {
  if (release > s.release) s = {release, kind};
}

/// Runs the block once from the state, which becomes that at its end.
Spent run(const Kernel& kernel, const Block& block, State& state, const WaitLatencies& latencies) {
  Spent spent;
  const auto advance = [&](double cycles) {
    for (Scoreboard& s : state) s.release = std::max(0.0, s.release - cycles);
  };
  for (std::uint32_t k = block.first; k < block.last; ++k) {
    const Instruction& i = kernel.instructions[k];
    Scoreboard longest;
    for (std::size_t s = 0; s < scoreboards; ++s)
      if ((i.control.wait_mask >> s & 1) != 0 && state[s].release > longest.release) longest = state[s];
    spent.waited[static_cast<std::size_t>(longest.kind)] += longest.release;
    advance(longest.release);
    const For kind = kind_of(i);
    if (i.control.write_barrier < scoreboards) set(state[i.control.write_barrier], latency_of(kind, latencies), kind);
    if (i.control.read_barrier < scoreboards) set(state[i.control.read_barrier], latencies.operands, For::other);
    const double stall = std::max<int>(1, i.control.stall);
    spent.issue += stall;
    advance(stall);
  }
  return spent;
}

class Walk {
 public:
  Walk(const Kernel& kernel, const FlowGraph& graph, const Executions& executions, const WaitLatencies& latencies)
      : kernel_(kernel), graph_(graph), executions_(executions), latencies_(latencies), ends_(graph.blocks.size()) {
    predecessors_.resize(graph.blocks.size());
    for (std::uint32_t b = 0; b < graph.blocks.size(); ++b)
      for (const std::uint32_t next : graph.blocks[b].successors) predecessors_[next].push_back(b);
  }

  /// The first time finds what loops leave to themselves, the second uses it.
  std::vector<Spent> walk() {
    std::vector<Spent> spent(graph_.blocks.size());
    for (int pass = 0; pass < 2; ++pass)
      for (std::uint32_t b = 0; b < graph_.blocks.size(); ++b) {
        if (executions_.blocks[b].warps <= 0) continue;
        State state = before(b);
        spent[b] = run(kernel_, graph_.blocks[b], state, latencies_);
        ends_[b] = state;
      }
    return spent;
  }

 private:
  State before(std::uint32_t block) const {
    std::optional<std::uint32_t> most;
    for (const std::uint32_t p : predecessors_[block])
      if (ends_[p] && (!most || executions_.blocks[p].warps > executions_.blocks[*most].warps)) most = p;
    return most ? *ends_[*most] : State{};
  }

  const Kernel& kernel_;
  const FlowGraph& graph_;
  const Executions& executions_;
  const WaitLatencies& latencies_;
  std::vector<std::optional<State>> ends_;
  std::vector<std::vector<std::uint32_t>> predecessors_;
};

}  // namespace

Waits waits_of(const Kernel& kernel, const FlowGraph& graph, const Executions& executions, double warps,
               const WaitLatencies& latencies) {
  Waits total;
  if (!(warps > 0)) return total;
  const std::vector<Spent> spent = Walk(kernel, graph, executions, latencies).walk();
  for (std::size_t b = 0; b < spent.size(); ++b) {
    const double times = executions.blocks[b].warps / warps;
    const auto waited = [&](For kind) { return times * spent[b].waited[static_cast<std::size_t>(kind)]; };
    total.issue_cycles += times * spent[b].issue;
    total.global += waited(For::global) / latencies.global;
    total.atomic += waited(For::atomic) / latencies.global;
    total.shared += waited(For::shared) / latencies.shared;
    total.special += waited(For::special) / latencies.special;
    total.fp64 += waited(For::fp64) / latencies.fp64;
    total.other_cycles += waited(For::other);
  }
  return total;
}

}  // namespace forewarp::machine
