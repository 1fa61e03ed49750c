// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A loop as the search for regular ones sees it: what is inside, what is executed once in every iteration, and what a
/// value inside depends on.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>

#include "forewarp/frontend/analysis/cfg.hpp"
#include "forewarp/frontend/analysis/dataflow.hpp"

namespace forewarp::analysis {

/// What a set of values inside the loop depends on, followed back to the loop's start.
struct Slice {
  std::set<std::uint32_t> carried;       ///< registers whose value comes over from the iteration before
  std::set<std::uint32_t> instructions;  ///< that compute it in the loop
  bool has_load = false;                 ///< on memory, other lanes, or a clock
};

class LoopBody {
 public:
  /// Instructions that may be followed back for all loops of a function together: a quarter of a second.
  static constexpr std::size_t max_steps = 2'000'000;

  /// steps: taken so far, in all loops of the function.
  LoopBody(const Dataflow& flow, std::uint32_t number, std::size_t& steps)
      : flow_(flow), cfg_(flow.cfg()), loop_(flow.cfg().loops[number]), steps_(steps) {}

  [[nodiscard]] const Dataflow& flow() const { return flow_; }
  [[nodiscard]] const Cfg& cfg() const { return cfg_; }
  [[nodiscard]] const Loop& loop() const { return loop_; }
  [[nodiscard]] const ptx::Instruction& at(std::uint32_t n) const { return flow_.function().body[n]; }

  [[nodiscard]] bool contains(std::uint32_t block) const { return loop_.contains(block); }
  [[nodiscard]] bool is_inside(std::uint32_t instruction) const { return contains(cfg_.block_of[instruction]); }
  /// Of a block that is executed exactly once per iteration: not in a loop inside, not under a condition.
  [[nodiscard]] bool every_iteration(std::uint32_t block) const;
  /// Of a block from which the loop can be left.
  [[nodiscard]] bool leaves(std::uint32_t block) const;
  /// One latch, no calls and branch tables, and every branch inside reconverges inside.
  [[nodiscard]] bool structure_is_simple() const;
  [[nodiscard]] bool has_barrier() const;

  /// Adds what a register depends on where instruction `use` reads it. stop(instruction) is true for what needs no
  /// following.
  void follow(std::uint32_t reg, std::uint32_t use, Slice& slice,
              const std::function<bool(std::uint32_t)>& stop = {}) const;
  /// Whether max_steps was exceeded; then results of follow() are invalid.
  [[nodiscard]] bool is_exhausted() const { return steps_ > max_steps; }

 private:
  const Dataflow& flow_;
  const Cfg& cfg_;
  const Loop& loop_;
  std::size_t& steps_;
};

}  // namespace forewarp::analysis
