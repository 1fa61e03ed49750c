// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Loops whose iterations all do the same, so that a few can be sampled for the rest. A loop is regular when
///
/// * it leaves only through conditional branches of its own level, on comparisons of integers that are invariant or
///   grow by an invariant step (inductions: r = r + step, once in every iteration);
/// * no other branch and no guard inside depends on what changes from iteration to iteration or on loaded values;
///   branches of loops inside included, so those go round as often every time. But they may depend on whether an
///   induction is above or below something (if (first + i < n)), or on the smaller or larger of it and an invariant
///   (min(tile, n - first)): while that stays as it is, iterations are alike (watches). Where there is a barrier in the
///   loop all threads of the block must see it alike;
/// * addresses depend on invariants, inductions, and values loaded in the same iteration only; those in shared memory
///   also on numbers that rotate (rotation.hpp), as a pipeline's buffers do;
/// * what it accumulates decides no address and no branch anywhere in the function;
/// * it has one latch, calls nothing and has no branch table, and every branch inside reconverges inside.
///
/// Skipping iterations then means adding step * skipped to each induction.
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "forewarp/frontend/analysis/cfg.hpp"
#include "forewarp/frontend/analysis/loops/trip_count.hpp"

namespace forewarp::analysis {

/// A side of an exit's comparison.
struct ExitOperand {
  std::int32_t reg = -1;  ///< register of the function, or -1: the number bits
  std::uint64_t bits = 0;
  bool computed_before = false;  ///< the iteration computes the register before it compares it
};

struct LoopExit {
  Comparison leaves_when;  ///< left COMPARISON right leaves the loop
  bool is_signed = false;
  std::uint8_t bytes = 4;
  ExitOperand left, right;
};

/// What must stay as it is for iterations to be alike.
struct LoopWatch {
  LoopExit condition;    ///< leaves_when: what is compared; nothing is left
  bool may_hold = true;  ///< false: it must not hold, so that a minimum or maximum is the invariant's
};

struct RegularLoop {
  std::uint32_t header = 0;               ///< basic block of the function
  std::vector<std::uint32_t> inductions;  ///< registers to set forward
  std::set<std::uint32_t> rotating = {};  ///< registers that decide addresses and go on as they are
  std::vector<LoopExit> exits;
  std::vector<LoopWatch> watches = {};
};

/// By index of Cfg::loops; nothing for a loop that is not regular.
[[nodiscard]] std::vector<std::optional<RegularLoop>> regular_loops(const ptx::Function& function, const Cfg& cfg);

}  // namespace forewarp::analysis
