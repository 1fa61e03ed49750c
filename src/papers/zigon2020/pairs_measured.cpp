// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/zigon2020/pairs_measured.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <map>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/measure/run/kernel_job.hpp"
#include "forewarp/measure/run/run_jobs.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::papers::zigon2020 {
namespace {

run::Job job_of(const advise::LaunchLine& line, const run::DeviceInfo& device) {
  kernel::Request request;
  request.path = line.kernel;
  for (const auto& [name, value] : line.parameters) request.set.push_back(fmt::format("{}={}", name, value));
  request.device_capability = device.compute_capability;
  return run::job_of(kernel::load(request), request, device.api, advise::text_of(line));
}

/// Seconds by launch; what failed is left out and said.
std::map<std::string, double> times_of(run::Device& device, const std::map<std::string, run::Job>& jobs,
                                       const Options& options, std::vector<std::string>& notes) {
  std::vector<run::Job> list;
  for (const auto& [name, job] : jobs) list.push_back(job);
  run::CampaignOptions campaign;
  campaign.program = "forewarp reproduce zigon2020";
  const auto store = options.store.empty() ? run::open_sqlite_store(":memory:") : run::open_store(options.store);
  const run::CampaignOutcome outcome = run::run_jobs(device, list, *store, campaign, options.progress);
  if (outcome.cancelled) throw Interrupted();
  for (const auto& failure : outcome.failures) notes.push_back(fmt::format("{}: {}", failure.job, failure.why));
  const Table times = run::job_table(store->read());
  std::map<std::string, double> by_name;
  for (std::size_t row = 0; row < times.rows(); ++row) by_name[times.texts("job")[row]] = times.numbers("time")[row];
  return by_name;
}

}  // namespace

std::vector<double> measured_gains(run::Device& device, const std::vector<AdvicePair>& pairs, const Options& options,
                                   std::vector<std::string>& notes) {
  std::map<std::string, run::Job> jobs;
  for (const AdvicePair& pair : pairs)
    for (const advise::LaunchLine* line : {&pair.before, &pair.after}) {
      const std::string name = advise::text_of(*line);
      if (jobs.contains(name)) continue;
      try {
        jobs[name] = job_of(*line, device.info());
      } catch (const InputError& error) {
        notes.push_back(fmt::format("{}: not measured: {}", name, error.what()));
      }
    }
  const std::map<std::string, double> times = times_of(device, jobs, options, notes);
  std::vector<double> gains;
  for (const AdvicePair& pair : pairs) {
    const auto before = times.find(advise::text_of(pair.before)), after = times.find(advise::text_of(pair.after));
    gains.push_back(before == times.end() || after == times.end() ? std::numeric_limits<double>::quiet_NaN()
                                                                  : before->second / after->second);
  }
  return gains;
}

}  // namespace forewarp::papers::zigon2020
