// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/schedule/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/support/error.hpp"

namespace forewarp::schedule {
namespace {

void check_time(const Job& job, const Gpu& gpu, const Range& time) {
  if (!std::isfinite(time.likely) || !std::isfinite(time.high) || time.low <= 0)
    throw InputError(fmt::format("job '{}': its time on {} must be positive and finite", job.name, gpu.name));
  if (time.low > time.likely || time.likely > time.high)
    throw InputError(fmt::format("job '{}': the range of its time on {} does not contain it", job.name, gpu.name));
}

/// Removes the jobs that wait for nothing that is left, again and again; what stays is in a circle or behind one.
// O(jobs^2) at worst, when the file names them last to first. Example: a after b, b after c: c, then b, then a.
void check_circles(const Problem& problem) {
  std::vector<bool> done(problem.jobs.size());
  for (bool found = true; found;) {
    found = false;
    for (std::size_t j = 0; j < problem.jobs.size(); ++j) {
      if (done[j] || !std::ranges::all_of(problem.jobs[j].after, [&](const Need& n) { return done[n.job]; })) continue;
      done[j] = found = true;
    }
  }
  const auto left = std::ranges::find(done, false);
  if (left != done.end())
    throw InputError(fmt::format("job '{}' waits for itself, or for jobs that wait for each other in a circle",
                                 problem.jobs[static_cast<std::size_t>(left - done.begin())].name));
}

void check_links(const Problem& problem, const Job& job) {
  for (const Need& need : job.after) {
    if (need.job >= problem.jobs.size())
      throw InputError(fmt::format("job '{}' waits for a job that is not there", job.name));
    if (!std::isfinite(need.bytes) || need.bytes < 0)
      throw InputError(fmt::format("job '{}': the bytes that it needs of another must not be negative", job.name));
    for (const Gpu& gpu : problem.gpus)
      if (need.bytes > 0 && problem.gpus.size() > 1 && gpu.link_bytes_per_s <= 0)
        throw InputError(
            fmt::format("job '{}' needs the output of '{}', and the bandwidth of the link of {} is not "
                        "known; state it",
                        job.name, problem.jobs[need.job].name, gpu.name));
  }
}

double of(const Range& range, End end) {
  switch (end) {
    case End::likely:
      return range.likely;
    case End::low:
      return range.low;
    case End::high:
      return range.high;
  }
  return range.likely;
}

}  // namespace

void check(const Problem& problem) {
  if (problem.gpus.empty()) throw InputError("there is no GPU to run jobs on");
  if (problem.jobs.empty()) throw InputError("there are no jobs");
  for (const Job& job : problem.jobs) {
    FOREWARP_ASSERT(job.time_s.size() == problem.gpus.size() && job.power_w.size() == problem.gpus.size(),
                    "a job has a time and a power for each GPU");
    bool runs = false;
    for (std::size_t g = 0; g < problem.gpus.size(); ++g) {
      if (!job.time_s[g]) continue;
      check_time(job, problem.gpus[g], *job.time_s[g]);
      runs = true;
    }
    if (!runs) throw InputError(fmt::format("job '{}' can run on none of the GPUs", job.name));
    check_links(problem, job);
  }
  check_circles(problem);
}

// Through the host: the slower of the two links decides, its latency too. Example: 12 GB from a link of 12 GB/s to one
// of 6 GB/s take 2 s.
double Instance::transfer_s(const Need& need, std::size_t from, std::size_t to) const {
  if (from == to || need.bytes <= 0) return 0;
  return std::max(gpus[from].link_latency_s, gpus[to].link_latency_s) +
         need.bytes / std::min(gpus[from].link_bytes_per_s, gpus[to].link_bytes_per_s);
}

// Energy at an end of a range is time and power at the same end: the longest time with the highest power. That bounds
// it, and is wider than what is likely.
Instance instance_of(const Problem& problem, End end) {
  Instance instance;
  instance.gpus = problem.gpus;
  instance.followers.resize(problem.jobs.size());
  for (std::size_t j = 0; j < problem.jobs.size(); ++j) {
    const Job& job = problem.jobs[j];
    std::vector<double> times, energies;
    for (std::size_t g = 0; g < problem.gpus.size(); ++g) {
      times.push_back(job.time_s[g] ? of(*job.time_s[g], end) : Instance::cannot_run);
      energies.push_back(job.time_s[g] ? times.back() * of(job.power_w[g], end) : Instance::cannot_run);
    }
    instance.time_s.push_back(std::move(times));
    instance.energy_j.push_back(std::move(energies));
    instance.after.push_back(job.after);
    for (const Need& need : job.after) instance.followers[need.job].push_back(j);
  }
  return instance;
}

// Power stays as it was, so that energy changes as the time does.
Instance with_times(Instance instance, const std::vector<std::vector<double>>& time_s) {
  for (std::size_t j = 0; j < instance.jobs(); ++j)
    for (std::size_t g = 0; g < instance.gpus.size(); ++g) {
      if (instance.can_run(j, g)) instance.energy_j[j][g] *= time_s[j][g] / instance.time_s[j][g];
      instance.time_s[j][g] = time_s[j][g];
    }
  return instance;
}

}  // namespace forewarp::schedule
