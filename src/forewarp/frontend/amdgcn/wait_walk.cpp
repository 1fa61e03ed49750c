// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/amdgcn/wait_walk.hpp"

#include <algorithm>
#include <deque>

namespace forewarp::amdgcn {
namespace {

using machine::Effect;
using machine::Instruction;

constexpr std::size_t most_blocks = 200'000, most_steps = 2'000'000, most_launches = 64;
constexpr double most_iterations = 4096;  ///< of a loop each time that it is entered
constexpr std::size_t most_open = 63;     ///< accesses that the counter of GFX9 and later counts

/// An access to vector memory, or a wait that leaves so many of them open.
struct Step {
  enum class Kind : std::uint8_t { load, store, wait } kind;
  std::size_t left = 0;
};

/// The counter of vector memory counts stores, too, where waves have 64 lanes (GCN, CDNA); RDNA has a counter of its
/// own for them.
std::vector<std::vector<Step>> steps_of(const Kernel& kernel, const machine::FlowGraph& graph) {
  const bool counts_stores = kernel.wave_size == 64;
  std::vector<std::vector<Step>> out(graph.blocks.size());
  for (std::size_t b = 0; b < graph.blocks.size(); ++b) {
    for (std::uint32_t k = graph.blocks[b].first; k < graph.blocks[b].last; ++k) {
      const Instruction& i = kernel.code.instructions[k];
      if (is_vector_memory(i) && i.effect() == Effect::load) out[b].push_back({Step::Kind::load});
      if (is_vector_memory(i) && i.effect() == Effect::store && counts_stores) out[b].push_back({Step::Kind::store});
      if (const auto left = kernel.accesses[k].left_waiting; left >= 0)
        out[b].push_back({Step::Kind::wait, static_cast<std::size_t>(left)});
    }
  }
  return out;
}

/// Accesses that have not been waited for, in the order of issue. Time is in latencies of a load.
class Wave {
 public:
  /// Accesses of another launch are not waited for.
  void begin() { open_.clear(); }

  BlockWaits execute(const std::vector<Step>& steps) {
    BlockWaits out;
    for (const Step& step : steps) {
      if (step.kind == Step::Kind::wait) {
        wait(step.left, out);
        continue;
      }
      const bool is_load = step.kind == Step::Kind::load;
      open_.push_back({is_load, now_ + (is_load ? 1 : 0)});
      if (open_.size() > most_open) wait(most_open, out);
    }
    return out;
  }

 private:
  struct Open {
    bool is_load;
    double ends;
  };

  void wait(std::size_t left, BlockWaits& out) {
    const double before = now_;
    for (; open_.size() > left; open_.pop_front()) {
      if (!open_.front().is_load) continue;
      now_ = std::max(now_, open_.front().ends);
      ++out.loads;
    }
    out.latencies += now_ - before;
  }

  double now_ = 0;
  std::deque<Open> open_;
};

/// Which successor comes next: the one that is farthest behind its share of the executions. How often the code goes
/// from a block to another follows from the executions of both: what goes out of a block is as much as it has, and so
/// is what comes in (proportional fitting, Deming and Stephan 1940).
class Turns {
 public:
  Turns(const machine::FlowGraph& graph, const machine::Executions& executions) : edges_(graph.blocks.size()) {
    for (std::size_t b = 0; b < graph.blocks.size(); ++b) {
      for (const std::uint32_t to : graph.blocks[b].successors) edges_[b].push_back({to, 1});
      if (graph.blocks[b].leaves || edges_[b].empty()) edges_[b].push_back({none, 1});
    }
    for (unsigned round = 0; round < rounds; ++round) {
      fit_what_comes_in(executions);
      for (std::size_t b = 0; b < edges_.size(); ++b) fit_what_goes_out(edges_[b], executions.blocks[b].warps);
    }
    for (std::vector<Edge>& edges : edges_) make_shares(edges);
  }

  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::uint32_t after(std::uint32_t block) {
    Edge* next = &edges_[block].front();
    for (Edge& e : edges_[block]) {
      e.due += e.share;
      if (e.due > next->due) next = &e;
    }
    --next->due;
    return next->to;
  }

 private:
  struct Edge {
    std::uint32_t to;
    double share, due = 0;
  };

  static constexpr unsigned rounds = 30;

  void fit_what_comes_in(const machine::Executions& executions) {
    std::vector<double> in(edges_.size());
    for (const auto& edges : edges_)
      for (const Edge& e : edges)
        if (e.to != none) in[e.to] += e.share;
    for (auto& edges : edges_)
      for (Edge& e : edges)
        if (e.to != none && e.to != 0 && in[e.to] > 0) e.share *= executions.blocks[e.to].warps / in[e.to];
  }

  static void fit_what_goes_out(std::vector<Edge>& edges, double warps) {
    double out = 0;
    for (const Edge& e : edges) out += e.share;
    for (Edge& e : edges)
      if (out > 0) e.share *= warps / out;
  }

  /// Of a turn; none is so rare that a walk would not get there.
  static void make_shares(std::vector<Edge>& edges) {
    double most = 0, sum = 0;
    for (const Edge& e : edges) most = std::max(most, e.share);
    for (Edge& e : edges) sum += e.share = most > 0 ? std::max(e.share, most / most_iterations) : 1;
    for (Edge& e : edges) e.share /= sum;
  }

  std::vector<std::vector<Edge>> edges_;
};

}  // namespace

std::vector<BlockWaits> waits_of_blocks(const Kernel& kernel, const machine::FlowGraph& graph,
                                        const machine::Executions& executions) {
  const auto steps = steps_of(kernel, graph);
  std::vector<BlockWaits> sums(graph.blocks.size());
  std::vector<double> visits(graph.blocks.size());
  if (steps.empty()) return sums;
  const auto visit = [&](Wave& wave, std::uint32_t b) {
    const BlockWaits waits = wave.execute(steps[b]);
    sums[b].latencies += waits.latencies;
    sums[b].loads += waits.loads;
    ++visits[b];
  };
  Turns turns(graph, executions);
  Wave wave;
  std::uint32_t at = 0;
  for (std::size_t blocks = 0, executed = 0, launches = 0;
       blocks < most_blocks && executed < most_steps && launches < most_launches; ++blocks) {
    visit(wave, at);
    executed += steps[at].size();
    at = turns.after(at);
    if (at != Turns::none) continue;
    at = 0;
    ++launches;
    wave.begin();
  }
  Wave in_order;
  for (std::uint32_t b = 0; b < graph.blocks.size(); ++b) {
    if (visits[b] == 0) {
      visit(in_order, b);
    } else {
      in_order.execute(steps[b]);
    }
  }
  for (std::size_t b = 0; b < sums.size(); ++b) {
    sums[b].latencies /= visits[b];
    sums[b].loads /= visits[b];
  }
  return sums;
}

}  // namespace forewarp::amdgcn
