// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Jobs dispatched while their real times come in. A plan made before the first job is kept to the end, or made anew
/// whenever a job ends: from then on the GPUs are free when they really are, and jobs that run are expected to end when
/// that was predicted (at once, if that time has passed). So an error of a prediction costs what it delays, and not
/// what it would have delayed.
#include <functional>

#include "forewarp/model/schedule/plan.hpp"

namespace forewarp::schedule {

/// Plans the jobs that have not begun.
using Planner = std::function<Plan(const Instance& predicted, const Start& start)>;

/// Places jobs by predicted times with a plan made anew at each end of a job; they take their actual times. Both
/// instances are of the same problem.
[[nodiscard]] Schedule dispatched(const Instance& predicted, const Instance& actual, const Planner& planner);

}  // namespace forewarp::schedule
