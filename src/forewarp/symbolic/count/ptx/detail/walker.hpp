// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Follows the values of registers through a function: loops become counters, registers that move by the same step in
/// each iteration become start + step * counter, and every block gets the conditions under which it runs.
#include <map>
#include <span>
#include <string>
#include <vector>

#include "forewarp/frontend/analysis/dataflow.hpp"
#include "forewarp/symbolic/count/ptx/detail/instruction.hpp"
#include "forewarp/symbolic/count/ptx/detail/regions.hpp"

namespace forewarp::count::detail {

/// One condition, or where `loop` is there the condition that the loop has come to this iteration.
struct Link {
  std::int32_t loop = -1;
  Cond condition = Algebra::always;
  std::uint32_t block = 0;  ///< whose condition it is, where it is opaque: two of them are not the same
  auto operator<=>(const Link&) const = default;
};
using Chain = std::vector<Link>;

class Walker {
 public:
  Walker(Algebra& algebra, const ptx::Function& function, const analysis::Cfg& cfg, const Regions& regions,
         std::span<const std::string> names);
  /// Throws LimitExceeded where the function is too large to be followed.
  void run();

  /// All conditions under which a block runs; {never} for an unreachable block.
  [[nodiscard]] std::vector<Cond> conditions(std::uint32_t block) const;
  /// Blocks of one chain run equally often.
  [[nodiscard]] const Chain& chain(std::uint32_t block) const { return chains_[block]; }
  /// Of an instruction that touches memory: where and whether.
  struct Access {
    Value address;
    Cond guard = Algebra::always;
  };
  [[nodiscard]] const std::map<std::uint32_t, Access>& accesses() const { return accesses_; }
  [[nodiscard]] const std::map<std::uint32_t, Cond>& guards() const { return guards_; }

 private:
  struct Incoming {
    Cond condition;  ///< relative to the dominator
    const State* state;
  };
  struct LoopResult {
    Cond iteration = Algebra::on_data;                               ///< that iteration `counter` is reached
    std::map<std::pair<std::uint32_t, std::uint32_t>, State> exits;  ///< by edge
    bool one_target = true;
  };
  struct Stay {
    Cond condition = Algebra::on_data;  ///< goes on after this iteration; monotone in the counter
    Value last = Value::unknown(true);  ///< number of the iteration that leaves
  };

  /// Runs the region; chains of its nodes start with `prefix`.
  void run_region(const Region& region, const Chain& prefix, const State& in);
  void run_block(std::uint32_t block, State state);
  void run_loop(std::uint32_t loop, const Chain& prefix, const State& in);
  State merged(const Region& region, std::uint32_t node, const std::vector<Chain>& chains, Link& link);
  static State select(Algebra& algebra, std::vector<Incoming> incoming);
  static void select_page(Algebra& algebra, std::size_t page, Cond condition, const State& other, State& out);
  [[nodiscard]] Cond relative(const Chain& chain, const Chain& to);
  [[nodiscard]] Cond resolved(const Link& link) const;
  [[nodiscard]] std::vector<Cond> resolved(const Chain& chain) const;
  void record_edges(std::uint32_t block, const State& state);
  const State& state_after(const RegionEdge& edge, const RegionNode& from) const;

  State carried_state(std::uint32_t loop, const State& in);
  State solved_state(std::uint32_t loop, const State& in, const State& after);
  State latch_state(std::uint32_t loop, std::size_t prefix);
  Stay stay_condition(std::uint32_t loop, const Chain& prefix);
  Cond iteration_condition(std::uint32_t loop, const Chain& prefix, const Stay& stay);
  Value last_iteration(std::uint32_t loop, Cond stay, const Chain& prefix);
  Cond monotone(Cond c, SymbolId counter);
  bool holds(Facts& facts, Cond c);
  void leave(std::uint32_t loop, const Stay& stay);
  const std::vector<std::uint32_t>& written(std::uint32_t loop);

  Algebra& algebra_;
  const ptx::Function& function_;
  const analysis::Cfg& cfg_;
  const Regions& regions_;
  analysis::Dataflow flow_;
  Interpreter interpreter_;
  std::size_t steps_ = 0;
  std::vector<Chain> chains_;  ///< by block, once final
  std::vector<State> out_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Cond> edges_;
  std::vector<LoopResult> loops_;
  std::vector<std::vector<std::uint32_t>> written_;
  std::map<std::uint32_t, Access> accesses_;
  std::map<std::uint32_t, Cond> guards_;
};

}  // namespace forewarp::count::detail
