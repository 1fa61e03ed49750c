// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which statements of a program need a barrier between them, because work-items of one group access the same element
/// of memory and at least one writes it. Each pair of accesses is tested by isl once per list of open loops: answers
/// are kept.
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "forewarp/symbolic/loop/access.hpp"
#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop::detail {

/// A statement that ran since the last barrier; `carried`: in an earlier iteration of that loop.
struct Ran {
  std::string statement, carried;
};

/// The answer of a test: whether a barrier is needed, and whether for global memory, which costs a wider fence.
struct Meeting {
  bool any = false, global = false;
};

/// In all questions `open` are the loops around the place in the schedule, the outermost first.
class WorkItemConflicts {
 public:
  using Loops = std::vector<std::string>;

  explicit WorkItemConflicts(const Program& program);

  [[nodiscard]] const Program& program() const { return p_; }
  /// The loops over work-items.
  [[nodiscard]] const Loops& local_loops() const { return local_loops_; }
  /// Whether the statement conflicts with the one that ran.
  [[nodiscard]] Meeting between(const Ran& first, const std::string& second, const Loops& open) const;
  /// Whether the loop's bounds are the same whatever the others are.
  [[nodiscard]] bool independent_of(const std::string& loop, const Loops& others) const;
  /// Whether the loop has an iteration, whatever the parameters and the loops around it are.
  [[nodiscard]] bool always_runs(const std::string& loop, const Loops& open) const;

 private:
  [[nodiscard]] std::string loop_on(const Access& access, LoopTag::Kind kind, int axis) const;
  [[nodiscard]] bool across_work_items(const Access& x, const Access& y, const std::string& carried,
                                       const Loops& open) const;
  [[nodiscard]] bool met_across_work_items(const Access& x, const Access& y, const std::string& carried,
                                           const Loops& open) const;
  [[nodiscard]] const symbolic::Map& conflicts_of(const Access& x, const Access& y) const;
  [[nodiscard]] bool axis_in_use(int axis) const;
  [[nodiscard]] bool has_iterations(const std::string& loop, const Loops& open) const;

  const Program& p_;
  std::map<std::string, std::vector<Access>> accesses_;  ///< of memory that work-items share, by statement
  Loops local_loops_;
  // Earlier answers, by the loops that were open.
  mutable std::map<std::tuple<const Access*, const Access*, std::string, Loops>, bool> met_;
  mutable std::map<std::pair<std::string, Loops>, bool> runs_, independent_;
  mutable std::map<std::pair<const Access*, const Access*>, symbolic::Map> conflicts_;
};

}  // namespace forewarp::loop::detail
