// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Conditions inside a loop that may change from iteration to iteration, but only when an induction passes something:
/// while they stay as they are, iterations are alike.
#include <cstdint>
#include <map>
#include <vector>

#include "forewarp/frontend/analysis/loops/loop_body.hpp"
#include "forewarp/frontend/analysis/loops/regular_loop.hpp"

namespace forewarp::analysis {

class LoopWatches {
 public:
  explicit LoopWatches(const LoopBody& body) : body_(body), has_barrier_(body.has_barrier()) {}

  /// Whether an instruction's guard stays as it is from iteration to iteration, as far as what is watched does. Adds to
  /// moving the inductions that are compared.
  [[nodiscard]] bool is_steady(std::uint32_t instruction, Slice& moving);
  /// In the order of their instructions.
  [[nodiscard]] std::vector<LoopWatch> all() const;

 private:
  bool is_watched(std::uint32_t n, Slice& moving);
  [[nodiscard]] bool can_be_watched(const ptx::Operand& operand) const;
  [[nodiscard]] bool is_same_for_all_threads(std::uint32_t reg) const;

  const LoopBody& body_;
  bool has_barrier_;
  std::map<std::uint32_t, LoopWatch> watches_;  ///< by their instructions
};

}  // namespace forewarp::analysis
