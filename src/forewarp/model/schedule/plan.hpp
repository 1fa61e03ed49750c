// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A plan says which job runs where and in which order; with the times of an instance it becomes a schedule. So one
/// plan is judged by its likely times, by the ends of their ranges, and by times that were measured.
#include <compare>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "forewarp/model/schedule/problem.hpp"

namespace forewarp::schedule {

struct Step {
  std::size_t job = 0, gpu = 0;
  bool operator==(const Step&) const = default;
};
/// Jobs that wait come after those they wait for.
using Plan = std::vector<Step>;

struct Placement {
  std::size_t job = 0, gpu = 0;
  double begin_s = 0, end_s = 0;
};

struct Schedule {
  std::vector<Placement> placements;  ///< in the order of the plan
  double makespan_s = 0;              ///< end of the last job
  /// Of the jobs, and of idle GPUs until the makespan where idle_w is known:
  /// sum of P(j, g) t(j, g) + sum over GPUs of P_idle (makespan - busy)
  double energy_j = 0;
};

/// From where a plan goes on: when each GPU is free, and the jobs that have been started.
struct Start {
  std::vector<double> free_s;                   ///< by GPU; empty: all at 0
  std::vector<std::optional<Placement>> begun;  ///< by job; empty: none
};

/// Jobs appended one by one, each at the end of its GPU; the last can be taken away again.
class Partial {
 public:
  /// The instance must outlive it.
  explicit Partial(const Instance& instance, const Start& start = {});
  /// Whether all that the job waits for has been placed, and it has not.
  [[nodiscard]] bool ready(std::size_t job) const;
  [[nodiscard]] double begin_s(std::size_t job, std::size_t gpu) const;
  [[nodiscard]] double end_s(std::size_t job, std::size_t gpu) const;
  void add(std::size_t job, std::size_t gpu);
  void remove_last();
  [[nodiscard]] const std::vector<Placement>& placements() const { return placements_; }
  [[nodiscard]] const std::optional<Placement>& placed(std::size_t job) const { return placed_[job]; }
  [[nodiscard]] const std::vector<double>& free_s() const { return free_s_; }
  [[nodiscard]] std::size_t left() const { return left_; }
  [[nodiscard]] Plan plan() const;

 private:
  const Instance& instance_;
  std::vector<double> free_s_, free_before_;
  std::vector<std::optional<Placement>> placed_;
  std::vector<Placement> placements_;
  std::vector<std::size_t> waits_for_;  ///< by job: how many of those are not placed
  std::size_t left_ = 0;
};

/// Every job once, none before one that it waits for: throws InputError for a plan that is none.
[[nodiscard]] Schedule timed(const Instance& instance, const Plan& plan);

/// What is to become small: the makespan, or the energy of a schedule that ends by a deadline.
struct Objective {
  enum class What { time, energy } what = What::time;
  double deadline_s = std::numeric_limits<double>::infinity();
};

/// Compared from the first member on: how far behind the deadline, then the objective, then the other one.
struct Cost {
  double late_s = 0, first = 0, second = 0;
  auto operator<=>(const Cost&) const = default;
};
[[nodiscard]] Cost cost_of(double makespan_s, double energy_j, const Objective& objective);
[[nodiscard]] Cost cost_of(const Schedule& schedule, const Objective& objective);

}  // namespace forewarp::schedule
