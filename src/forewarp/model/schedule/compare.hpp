// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// All methods on one problem, side by side: makespan and energy by the predicted times, by both ends of their ranges,
/// and by measured times where they are known.
///
/// A makespan grows with the time of each job, so that a plan with all times at the low (high) ends of their ranges has
/// the least (greatest) makespan that the ranges allow.
///
///     loss        = measured makespan of the plan / least measured makespan of any plan - 1
///     prediction  = the same of the plan that is best by the predicted times
///     heuristic   = the rest: what the method's own plan loses beyond that
#include <optional>
#include <string>
#include <vector>

#include "forewarp/model/schedule/optimum.hpp"

namespace forewarp::schedule {

/// "optimum", "heft", "list", "min-min", "max-min", "round-robin", "random" in this order.
[[nodiscard]] std::vector<std::string> method_names();

struct Loss {
  double total = 0, prediction = 0, heuristic = 0;
};

struct MethodResult {
  std::string method;
  Plan plan;          ///< of random: the first one drawn
  Schedule schedule;  ///< by the likely times; of random the makespan and energy are means over all draws
  Range makespan_s, energy_j;
  std::optional<Schedule> actual;  ///< with the measured times
  std::optional<Loss> loss;
};

struct CompareOptions {
  SearchOptions search = {};
  std::uint64_t seed = 1;
  std::size_t draws = 100;  ///< of random
};

struct Comparison {
  std::vector<MethodResult> methods;  ///< as method_names()
  bool proved = false;                ///< that "optimum" is one
  /// Where measured times are known: the best plan for them, and the jobs dispatched by the predicted times with a new
  /// plan at the end of each (online.hpp).
  std::optional<Schedule> actual_best, dispatched;
  bool actual_proved = false;
};

/// actual_s: by job and GPU; empty: not known.
[[nodiscard]] Comparison compare(const Problem& problem, const std::vector<std::vector<double>>& actual_s,
                                 const CompareOptions& options = {});

/// The method of the least cost; the first where several have it.
[[nodiscard]] const MethodResult& best_of(const Comparison& comparison, const Objective& objective);
/// Throws InputError naming the methods there are.
[[nodiscard]] const MethodResult& method_called(const Comparison& comparison, const std::string& name);

}  // namespace forewarp::schedule
