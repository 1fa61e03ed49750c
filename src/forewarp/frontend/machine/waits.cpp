// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/waits.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "forewarp/frontend/machine/detail/edge_counts.hpp"
#include "forewarp/frontend/machine/waited_cycles.hpp"

namespace forewarp::machine {
namespace {

enum class For : std::uint8_t { global, atomic, shared, special, fp64, near, other, count };
constexpr std::size_t kinds = static_cast<std::size_t>(For::count);
constexpr std::size_t scoreboards = 6;

/// Of the copies to shared memory (LDGSTS) since the one before: its scoreboard is released when they have arrived.
constexpr std::string_view closes_copies = "LDGDEPBAR";

/// An instruction that set a scoreboard and has not released it.
struct Pending {
  double release = 0;  ///< cycles from the begin of the block
  For kind = For::other;
};
using Scoreboard = std::vector<Pending>;  ///< in the order of their issue
using State = std::array<Scoreboard, scoreboards>;
using EdgeCounts = std::vector<std::vector<double>>;

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
  if (i.info->mnemonic == closes_copies) return For::global;
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
    case For::near:
      return l.near;
    case For::other:
    case For::count:
      break;
  }
  return l.constant;
}

/// One execution of a block, from the state that it begins with.
class Run {
 public:
  Run(State& state, const WaitLatencies& latencies) : state_(state), latencies_(latencies) {}

  /// The cycles that it waited for scoreboards.
  double issue(const Instruction& i, bool is_near) {
    const double waited = wait(i);
    const For kind = is_near ? For::near : kind_of(i);
    set(i.control.write_barrier, latency_of(kind, latencies_), kind);
    set(i.control.read_barrier, latencies_.operands, For::other);
    spent_.issue += i.issue_cycles();
    now_ += i.issue_cycles();
    return waited + fence(i);
  }

  /// The state becomes that at the end, by which the next block begins.
  Spent end() {
    for (Scoreboard& scoreboard : state_) {
      std::erase_if(scoreboard, [&](const Pending& p) { return p.release <= now_; });
      for (Pending& p : scoreboard) p.release -= now_;
    }
    return spent_;
  }

 private:
  double wait(const Instruction& i) {
    Pending longest{now_, For::other};
    for (std::size_t s = 0; s < scoreboards; ++s)
      if ((i.control.wait_mask >> s & 1) != 0) find_longest(state_[s], 0, longest);
    if (i.waits_for.scoreboard < scoreboards) find_longest(state_[i.waits_for.scoreboard], i.waits_for.open, longest);
    const double waited = longest.release - now_;
    spent_.waited[static_cast<std::size_t>(longest.kind)] += waited;
    now_ = longest.release;
    return waited;
  }

  /// A fence has no scoreboard: the warp goes on when L2 has answered for its stores, as it answers for an atomic.
  double fence(const Instruction& i) {
    if (!i.fences_device) return 0;
    const double waited = latency_of(For::atomic, latencies_);
    spent_.waited[static_cast<std::size_t>(For::atomic)] += waited;
    now_ += waited;
    return waited;
  }

  /// The last `open` of them are not waited for.
  static void find_longest(const Scoreboard& scoreboard, std::size_t open, Pending& longest) {
    for (std::size_t k = 0; k + open < scoreboard.size(); ++k)
      if (scoreboard[k].release > longest.release) longest = scoreboard[k];
  }

  void set(std::uint8_t scoreboard, double latency, For kind) {
    if (scoreboard >= scoreboards) return;
    Scoreboard& pending = state_[scoreboard];
    std::erase_if(pending, [&](const Pending& p) { return p.release <= now_; });
    pending.push_back({now_ + latency, kind});
  }

  State& state_;
  const WaitLatencies& latencies_;
  double now_ = 0;
  Spent spent_;
};

WaitLatencies latencies_of(const Kernel& kernel, WaitLatencies latencies) {
  if (kernel.doubles_are_fast) latencies.fp64 = latencies.fast_fp64;
  return latencies;
}

/// A state that a share of the executions begins or ends with.
struct Weighted {
  State state;
  double weight = 0;
};
using States = std::vector<Weighted>;

bool is_same(const State& a, const State& b) {
  const auto pending_is_same = [](const Pending& p, const Pending& q) {
    return p.kind == q.kind && std::abs(p.release - q.release) < 1;
  };
  for (std::size_t s = 0; s < scoreboards; ++s)
    if (!std::ranges::equal(a[s], b[s], pending_is_same)) return false;
  return true;
}

void add(States& states, State state, double weight) {
  const auto same = std::ranges::find_if(states, [&](const Weighted& w) { return is_same(w.state, state); });
  if (same != states.end())
    same->weight += weight;
  else
    states.push_back({std::move(state), weight});
}

/// The most frequent ones, whose weights add up to 1.
void keep_most(States& states) {
  constexpr std::size_t most = 4;
  std::ranges::stable_sort(states, std::greater{}, &Weighted::weight);
  if (states.size() > most) states.resize(most);
  double sum = 0;
  for (const Weighted& w : states) sum += w.weight;
  for (Weighted& w : states) w.weight /= sum;
}

/// A block begins in as many states as there are ways into it: what a load in front of a loop has left to wait for is
/// waited for by its first iteration, and by no other.
class Walk {
 public:
  Walk(const Kernel& kernel, const FlowGraph& graph, const Executions& executions, const EdgeCounts& edges,
       const std::vector<bool>& is_near, const WaitLatencies& latencies)
      : kernel_(kernel),
        graph_(graph),
        executions_(executions),
        is_near_(is_near),
        latencies_(latencies_of(kernel, latencies)),
        ends_(graph.blocks.size()),
        waited_(kernel.instructions.size()),
        ways_(graph.blocks.size()) {
    for (std::uint32_t b = 0; b < graph.blocks.size(); ++b)
      for (std::size_t k = 0; k < graph.blocks[b].successors.size(); ++k)
        if (edges[b][k] > 0) ways_[graph.blocks[b].successors[k]].push_back({b, edges[b][k]});
  }

  /// The first time finds what loops leave to themselves, the others use it.
  std::vector<Spent> walk() {
    constexpr int passes = 3;
    std::vector<Spent> spent(graph_.blocks.size());
    for (int pass = 0; pass < passes; ++pass)
      for (std::uint32_t b = 0; b < graph_.blocks.size(); ++b)
        if (executions_.blocks[b].warps > 0) spent[b] = run(b);
    return spent;
  }
  /// Of walk(), by instruction.
  [[nodiscard]] const std::vector<double>& waited() const { return waited_; }

 private:
  /// A block that leads to another, and how often.
  struct Way {
    std::uint32_t from = 0;
    double warps = 0;
  };

  States before(std::uint32_t block) const {
    States states;
    double come = 0;
    for (const Way& way : ways_[block]) {
      come += way.warps;
      for (const Weighted& end : ends_[way.from]) add(states, end.state, way.warps * end.weight);
    }
    const double begun = executions_.blocks[block].warps - come;
    if (states.empty() || (block == 0 && begun > 0)) add(states, {}, states.empty() ? 1 : begun);
    keep_most(states);
    return states;
  }

  Spent run(std::uint32_t b) {
    const Block& block = graph_.blocks[b];
    std::fill(waited_.begin() + block.first, waited_.begin() + block.last, 0.0);
    Spent mean;
    States ends;
    for (Weighted& begin : before(b)) {
      Run run(begin.state, latencies_);
      for (std::uint32_t k = block.first; k < block.last; ++k)
        waited_[k] += begin.weight * run.issue(kernel_.instructions[k], !is_near_.empty() && is_near_[k]);
      const Spent spent = run.end();
      mean.issue = spent.issue;
      for (std::size_t kind = 0; kind < kinds; ++kind) mean.waited[kind] += begin.weight * spent.waited[kind];
      add(ends, std::move(begin.state), begin.weight);
    }
    keep_most(ends);
    ends_[b] = std::move(ends);
    return mean;
  }

  const Kernel& kernel_;
  const FlowGraph& graph_;
  const Executions& executions_;
  const std::vector<bool>& is_near_;
  const WaitLatencies latencies_;
  std::vector<States> ends_;
  std::vector<double> waited_;
  std::vector<std::vector<Way>> ways_;
};

/// Cycles of a mean warp.
struct MeanCycles {
  double issue = 0;
  std::array<double, kinds> waited{};
  [[nodiscard]] double of(For kind) const { return waited[static_cast<std::size_t>(kind)]; }
};

MeanCycles mean_cycles(const Kernel& kernel, const FlowGraph& graph, const Executions& executions,
                       const EdgeCounts& edges, double warps, const std::vector<bool>& is_near,
                       const WaitLatencies& latencies) {
  MeanCycles mean;
  const std::vector<Spent> spent = Walk(kernel, graph, executions, edges, is_near, latencies).walk();
  for (std::size_t b = 0; b < spent.size(); ++b) {
    const double times = executions.blocks[b].warps / warps;
    mean.issue += times * spent[b].issue;
    for (std::size_t kind = 0; kind < kinds; ++kind) mean.waited[kind] += times * spent[b].waited[kind];
  }
  return mean;
}

}  // namespace

/// Between two of the latencies it is linear: a wait grows with the latency, less what passes meanwhile.
Waits WaitsByLatency::at(double latency) const {
  const auto above = std::ranges::upper_bound(latencies, latency);
  const auto place = static_cast<std::size_t>(above - latencies.begin());
  const std::size_t low = std::clamp<std::size_t>(place, 1, latencies.size() - 1) - 1, high = low + 1;
  const double step = latencies[high] - latencies[low], part = std::max(0.0, (latency - latencies[low]) / step);
  const auto between = [&](double Cycles::*cycles) {
    return std::max(0.0, of[low].*cycles + part * (of[high].*cycles - of[low].*cycles));
  };
  const auto grows = [&](double Cycles::*cycles) { return std::max(0.0, (of[high].*cycles - of[low].*cycles) / step); };
  Waits w;
  w.global = grows(&Cycles::global);
  w.atomic = grows(&Cycles::atomic);
  const double hidden = latency * (w.global + w.atomic) - between(&Cycles::global) - between(&Cycles::atomic);
  w.issue_cycles = std::max(0.0, issue_cycles - hidden);
  w.shared = between(&Cycles::shared) / of_a_wait.shared;
  w.special = between(&Cycles::special) / of_a_wait.special;
  w.fp64 = between(&Cycles::fp64) / of_a_wait.fp64;
  w.near = between(&Cycles::near) / of_a_wait.near;
  w.other_cycles = between(&Cycles::other);
  return w;
}

WaitsByLatency waits_of(const Kernel& kernel, const FlowGraph& graph, const Executions& executions, double warps,
                        const std::vector<bool>& is_near, WaitLatencies latencies) {
  WaitsByLatency waits;
  waits.of_a_wait = latencies_of(kernel, latencies);
  if (!(warps > 0)) return waits;
  const EdgeCounts edges = detail::edge_counts(graph, executions);
  for (std::size_t k = 0; k < WaitsByLatency::latencies.size(); ++k) {
    latencies.global = WaitsByLatency::latencies[k];
    const MeanCycles mean = mean_cycles(kernel, graph, executions, edges, warps, is_near, latencies);
    waits.issue_cycles = mean.issue;
    waits.of[k] = {mean.of(For::global), mean.of(For::atomic), mean.of(For::shared), mean.of(For::special),
                   mean.of(For::fp64),   mean.of(For::near),   mean.of(For::other)};
  }
  return waits;
}

std::vector<double> waited_cycles(const Kernel& kernel, const FlowGraph& graph, const Executions& executions,
                                  const WaitLatencies& latencies) {
  const EdgeCounts edges = detail::edge_counts(graph, executions);
  const std::vector<bool> none_is_near;
  Walk walk(kernel, graph, executions, edges, none_is_near, latencies);
  (void)walk.walk();
  return walk.waited();
}

}  // namespace forewarp::machine
