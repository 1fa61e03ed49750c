// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Where and when jobs run on several GPUs, and what other methods would make of them.
///
///     12.0 ms for 4 jobs on 2 GPUs by optimum; V100 limits, busy for 98 % of it; no schedule is shorter (proved)
///
///     4 jobs on 2 GPUs, least makespan
///
///     method       makespan             energy            over the best
///     optimum       12.0 ms  10 .. 15   2.9 J  2 .. 4              1.00  proved
///     heft          12.0 ms  10 .. 15   2.9 J  2 .. 4              1.00
///     ...
///
///     plan (optimum)
///     GPU   job   begin    end      range of the time
///     V100  blur  0        4.00 ms  3.3 ms to 5.0 ms
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/model/schedule/compare.hpp"
#include "forewarp/model/schedule/problem.hpp"

namespace forewarp::report {

struct ScheduleAnswer {
  schedule::Problem problem;
  schedule::Objective objective;
  schedule::Comparison comparison;
  std::string method;  ///< the one whose plan is shown
  std::vector<std::string> notes = {};
};

[[nodiscard]] std::string schedule_text(const ScheduleAnswer& answer);
/// {"schedule": {"objective", "deadline_s", "method", "optimum_proved", "makespan_s", ...}, "gpus", "jobs", "plan":
/// [{"job", "gpu", "begin_s", "end_s", "low_s", "high_s"}], "methods": [...], "notes"}; with measured times "actual"
/// members.
[[nodiscard]] nlohmann::ordered_json schedule_json(const ScheduleAnswer& answer);
/// The plan: job, gpu, begin_s, end_s, low_s, high_s, power_w.
[[nodiscard]] std::string schedule_csv(const ScheduleAnswer& answer);

}  // namespace forewarp::report
