// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Problems of the tests.
#include <fmt/format.h>

#include <vector>

#include "forewarp/model/schedule/problem.hpp"
#include "forewarp/support/random.hpp"

namespace forewarp::schedule {

/// GPUs whose links move one byte a second, jobs a, b, c ... with these times (by job and GPU), drawing 10 W.
inline Problem problem_of(const std::vector<std::vector<double>>& times) {
  Problem problem;
  for (std::size_t g = 0; g < times.front().size(); ++g) problem.gpus.push_back({fmt::format("G{}", g + 1), 1, 0, 0});
  for (const auto& row : times) {
    Job job{.name = std::string(1, static_cast<char>('a' + problem.jobs.size())), .time_s = {}, .power_w = {}};
    for (const double time : row) {
      if (time > 0)
        job.time_s.emplace_back(Range{time, 0.5 * time, 2 * time});
      else
        job.time_s.emplace_back();
      job.power_w.push_back({10, 10, 10});
    }
    problem.jobs.push_back(std::move(job));
  }
  return problem;
}

/// Times of 1 to 15; with needs, most jobs wait for an earlier one.
inline Problem random_problem(SplitMix& random, std::size_t jobs, std::size_t gpus, bool needs) {
  std::vector<std::vector<double>> times(jobs, std::vector<double>(gpus));
  for (auto& row : times) {
    const double base = 2 + 8 * random.uniform();
    for (double& time : row) time = base * (0.5 + random.uniform());
  }
  Problem problem = problem_of(times);
  for (std::size_t j = 1; needs && j < jobs; ++j)
    if (random.uniform() < 0.6) problem.jobs[j].after.push_back({random.below(j), 3 * random.uniform()});
  return problem;
}

}  // namespace forewarp::schedule
