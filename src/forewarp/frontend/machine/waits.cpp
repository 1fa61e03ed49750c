// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/machine/waits.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "forewarp/frontend/machine/waited_cycles.hpp"

namespace forewarp::machine {
namespace {

enum class For : std::uint8_t { global, atomic, shared, special, fp64, other, count };
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
  double issue(const Instruction& i) {
    const double waited = wait(i);
    const For kind = kind_of(i);
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

/// Runs the block once from the state, which becomes that at its end. Writes the waits of its instructions.
Spent run(const Kernel& kernel, const Block& block, State& state, const WaitLatencies& latencies,
          std::vector<double>& waited) {
  Run run(state, latencies);
  for (std::uint32_t k = block.first; k < block.last; ++k) waited[k] = run.issue(kernel.instructions[k]);
  return run.end();
}

WaitLatencies latencies_of(const Kernel& kernel, WaitLatencies latencies) {
  if (kernel.doubles_are_fast) latencies.fp64 = latencies.fast_fp64;
  return latencies;
}

class Walk {
 public:
  Walk(const Kernel& kernel, const FlowGraph& graph, const Executions& executions, const WaitLatencies& latencies)
      : kernel_(kernel),
        graph_(graph),
        executions_(executions),
        latencies_(latencies_of(kernel, latencies)),
        ends_(graph.blocks.size()),
        waited_(kernel.instructions.size()) {
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
        spent[b] = run(kernel_, graph_.blocks[b], state, latencies_, waited_);
        ends_[b] = state;
      }
    return spent;
  }
  /// Of walk(), by instruction.
  [[nodiscard]] const std::vector<double>& waited() const { return waited_; }

 private:
  /// How often a block is come to from another: what leaves that for blocks that have no other predecessor is not it.
  double edge(std::uint32_t from, std::uint32_t to) const {
    double warps = executions_.blocks[from].warps;
    for (const std::uint32_t other : graph_.blocks[from].successors)
      if (other != to && predecessors_[other].size() == 1) warps -= executions_.blocks[other].warps;
    return warps;
  }

  /// Of the predecessor that is come from most often, of equal ones the first. Example: a load behind `if (i < n)`,
  /// which nearly all warps enter: what follows comes from the load, though the branch round it is executed as often.
  State before(std::uint32_t block) const {
    std::optional<std::uint32_t> most;
    for (const std::uint32_t p : predecessors_[block])
      if (ends_[p] && (!most || edge(p, block) > edge(*most, block))) most = p;
    return most ? *ends_[*most] : State{};
  }

  const Kernel& kernel_;
  const FlowGraph& graph_;
  const Executions& executions_;
  const WaitLatencies latencies_;
  std::vector<std::optional<State>> ends_;
  std::vector<double> waited_;
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
    total.fp64 += waited(For::fp64) / latencies_of(kernel, latencies).fp64;
    total.other_cycles += waited(For::other);
  }
  return total;
}

std::vector<double> waited_cycles(const Kernel& kernel, const FlowGraph& graph, const Executions& executions,
                                  const WaitLatencies& latencies) {
  Walk walk(kernel, graph, executions, latencies);
  (void)walk.walk();
  return walk.waited();
}

}  // namespace forewarp::machine
