// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Ways to place jobs that need no search, and two that need no prediction, for comparison.
///
///     list         longest job first (mean over the GPUs), each where it ends first (Graham 1969 on unlike machines)
///     heft         by upward rank r(i) = mean t(i) + max over followers (mean c(i, j) + r(j)), highest first, each in
///                  the gap where it ends first (Topcuoglu, Hariri and Wu, IEEE TPDS 13(3), 2002)
///     min-min      of the jobs that are ready, the one that can end first, there (Ibarra and Kim 1977)
///     max-min      of the jobs that are ready, the one whose earliest end is latest, there
///     round-robin  in the order of the file, the next GPU that can run it
///     random       any job that is ready, on any GPU that can run it
///
/// Where the objective is energy, "ends first" means: takes the least energy without passing the deadline, and ends
/// first if every GPU would pass it.
#include <cstdint>
#include <string_view>

#include "forewarp/model/schedule/plan.hpp"

namespace forewarp::schedule {

[[nodiscard]] Plan list_plan(const Instance& instance, const Objective& objective = {}, const Start& start = {});
/// Gaps are filled only where the objective is time.
[[nodiscard]] Plan heft_plan(const Instance& instance, const Objective& objective = {}, const Start& start = {});
[[nodiscard]] Plan min_min_plan(const Instance& instance, const Objective& objective = {}, const Start& start = {});
[[nodiscard]] Plan max_min_plan(const Instance& instance, const Objective& objective = {}, const Start& start = {});
[[nodiscard]] Plan round_robin_plan(const Instance& instance);
[[nodiscard]] Plan random_plan(const Instance& instance, std::uint64_t seed);

/// The best of list, heft, min-min and max-min.
struct Best {
  std::string_view method;
  Plan plan;
};
[[nodiscard]] Best best_heuristic(const Instance& instance, const Objective& objective = {});

}  // namespace forewarp::schedule
