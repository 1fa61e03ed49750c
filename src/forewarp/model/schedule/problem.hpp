// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Jobs that are to run on several GPUs: how long each takes where, what it draws, and which jobs it waits for. A job
/// runs on one GPU from its begin to its end, a GPU runs one job at a time, and a job that needs the output of another
/// begins after that output has arrived:
///
///     begin(j) >= end(i) + c(i, j),    c = 0                                        on the same GPU, else
///                                      max(latency) + bytes(i, j) / min(bandwidth)  of the two GPUs' links
///
/// Transfers do not delay each other nor the jobs, as in the model of HEFT (Topcuoglu, Hariri and Wu, IEEE TPDS 13(3),
/// 2002, section 2).
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace forewarp::schedule {

/// A predicted number and the ends of its range.
struct Range {
  double likely = 0, low = 0, high = 0;

  void add(const Range& one, double times) {
    likely += times * one.likely;
    low += times * one.low;
    high += times * one.high;
  }
};

/// The output of another job that a job waits for.
struct Need {
  std::size_t job = 0;  ///< index of the other one
  double bytes = 0;
};

struct Job {
  std::string name;
  std::vector<std::optional<Range>> time_s;  ///< by GPU; nothing where the GPU cannot run it
  std::vector<Range> power_w;                ///< by GPU, while it runs
  std::vector<Need> after = {};
};

struct Gpu {
  std::string name;
  double link_bytes_per_s = 0, link_latency_s = 0;  ///< to the host and the other GPUs
  double idle_w = 0;                                ///< drawn while no job runs; 0: not counted
};

struct Problem {
  std::vector<Gpu> gpus;
  std::vector<Job> jobs;
};

/// Throws InputError where there are no GPUs or no jobs, a job runs on none of them, a time is not positive or its
/// range does not contain it, a link is needed and has no bandwidth, or jobs wait for each other in a circle.
void check(const Problem& problem);

/// A problem with one number for each time and energy: what the methods decide by, or what came true.
struct Instance {
  static constexpr double cannot_run = std::numeric_limits<double>::infinity();

  std::vector<std::vector<double>> time_s, energy_j;  ///< by job, GPU; cannot_run where it cannot
  std::vector<std::vector<Need>> after;
  std::vector<std::vector<std::size_t>> followers;  ///< by job, those that wait for it
  std::vector<Gpu> gpus;

  [[nodiscard]] std::size_t jobs() const { return time_s.size(); }
  [[nodiscard]] bool can_run(std::size_t job, std::size_t gpu) const { return time_s[job][gpu] < cannot_run; }
  [[nodiscard]] double transfer_s(const Need& need, std::size_t from, std::size_t to) const;
};

enum class End { likely, low, high };
[[nodiscard]] Instance instance_of(const Problem& problem, End end = End::likely);
/// The same jobs with other times (by job, GPU): those that were measured. Energies change in proportion.
[[nodiscard]] Instance with_times(Instance instance, const std::vector<std::vector<double>>& time_s);

}  // namespace forewarp::schedule
