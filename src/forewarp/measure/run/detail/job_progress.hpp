// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How far each job of a campaign is: from what a store has, and when it is enough.
#include <span>
#include <string>
#include <vector>

#include "forewarp/measure/run/run_jobs.hpp"

namespace forewarp::run::detail {

struct JobProgress {
  const Job* job = nullptr;
  JobRecord record;
  std::vector<Timed> trials;
  double spent_s = 0;
  unsigned started = 0;    ///< times, before it had a sample
  std::size_t powers = 0;  ///< readings of power
  double idle_watts = 0;   ///< before the first of them; 0: not read
  bool no_power = false;   ///< looping changes what it does
  bool has_record = false, done = false;
  [[nodiscard]] bool failed() const { return !record.failure.empty(); }
};

/// A campaign where it was left.
struct Resumed {
  std::vector<JobProgress> jobs;
  std::vector<Timed> canary_runs;
  std::uint32_t next_canary = 0;
  unsigned canary_iterations = 0;  ///< 0: it never ran
  std::size_t trials = 0;
  bool has_idle_power = false;  ///< of the board before anything ran
};

/// The settings that a campaign leaves in its store.
inline constexpr const char* canary_setting = "canary iterations";
inline constexpr const char* idle_setting = "idle power, W";
inline constexpr const char* update_setting = "power update period, s";
[[nodiscard]] std::string started_setting(const Job& job);
[[nodiscard]] std::string no_power_setting(const Job& job);

/// Throws InputError where a job of a name in the store was something else.
[[nodiscard]] Resumed resume(const StoreContents& contents, std::span<const Job> jobs, const std::string& device,
                             bool retry);

[[nodiscard]] unsigned max_trials(const JobProgress& job, const CampaignOptions& options);
/// A third of what would make all in the least number of passes, so that passes remain.
[[nodiscard]] unsigned trials_a_visit(const JobProgress& job, const CampaignOptions& options);
/// How many trials it may have at the end of this pass.
[[nodiscard]] std::size_t target_of(const JobProgress& job, unsigned pass, const CampaignOptions& options);
[[nodiscard]] bool is_done(const JobProgress& job, const Plateaus& plateaus, const CampaignOptions& options);

}  // namespace forewarp::run::detail
