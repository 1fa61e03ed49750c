// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The best plan there is, by branch and bound; for a few jobs. It begins with the best heuristic's plan and looks only
/// for better ones, so that a search that is stopped is never worse than that plan.
///
/// Every schedule in which no job could begin earlier without another order is found by appending jobs in the order of
/// their begins. A branch is a job that is ready and a GPU; it is left out where the begin would be before that of the
/// job before (the same schedule is found in the other order). Without dependencies the order on a GPU does not matter
/// and jobs are taken longest first; GPUs that are alike and free at the same time are tried once. A branch is cut
/// where its bound is not below the best cost so far:
///
///     makespan >= max over jobs left ( least end of the job + shortest times of what waits for it, one after another )
///     makespan >= ( sum of the GPUs' ends + sum of the shortest times of the jobs left ) / GPUs
///     energy   >= that of the jobs placed + the least of each that is left
///
/// Of plans with the same makespan (energy) the first one found is kept: it need not have the least energy (makespan).
#include <cstdint>

#include "forewarp/model/schedule/plan.hpp"

namespace forewarp::schedule {

struct Optimum {
  Plan plan;
  bool proved = false;      ///< false: the search was stopped at max_nodes, and a better plan may exist
  std::uint64_t nodes = 0;  ///< branches looked at
};

struct SearchOptions {
  Objective objective = {};
  std::uint64_t max_nodes = 2'000'000;
};

/// From the start on: the plan has the jobs that have not begun.
[[nodiscard]] Optimum optimum(const Instance& instance, const SearchOptions& options = {}, const Start& start = {});

}  // namespace forewarp::schedule
