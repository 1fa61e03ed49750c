// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "campaign_counters.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <set>

#include "forewarp/measure/campaign/measure.hpp"
#include "forewarp/measure/campaign/training_table.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::tool {
namespace {

/// Ids in the order of their first trial.
std::vector<std::string> timed_on(const run::StoreContents& contents, const std::string& device) {
  std::vector<std::string> ids;
  std::set<std::string> seen;
  for (const run::Sample& sample : contents.samples)
    if (sample.device == device && sample.kind == run::SampleKind::trial && seen.insert(sample.job).second)
      ids.push_back(sample.job);
  return ids;
}

}  // namespace

void count_launches(run::Device& device, std::span<const campaign::CorpusLaunch> launches,
                    const run::StoreContents& contents, const std::string& log_file, const Collect& how) {
  std::map<std::string, const campaign::CorpusLaunch*> by_id;
  for (const campaign::CorpusLaunch& launch : launches) by_id.emplace(launch.id, &launch);
  std::vector<run::Job> jobs;
  for (const std::string& id : timed_on(contents, run::device_key(device.info()))) {
    const auto found = by_id.find(id);
    if (found == by_id.end()) continue;
    kernel::Request request = campaign::request_of(*found->second);
    request.device_capability = device.info().compute_capability;
    jobs.push_back(campaign::job_for(*found->second, kernel::load(request), run::Api::cuda, {}));
  }
  run::CounterLog log(log_file);
  const run::CounterOutcome outcome = count_jobs(device, jobs, log, how);
  fmt::print("{} launches counted, {} already there, {} failed{}\n", outcome.taken, outcome.there, outcome.failed,
             outcome.stopped ? "; stopped: the same command goes on" : "");
}

Table counter_table(const run::StoreContents& contents, const std::string& log) {
  const Table timed = run::job_table(contents);
  std::map<std::pair<std::string, std::string>, double> times;
  for (std::size_t i = 0; i < timed.rows(); ++i)
    times[{campaign::device_name(contents, timed.texts("device")[i]), timed.texts("job")[i]}] =
        timed.numbers("median")[i];
  const std::vector<run::CounterEntry> entries = counted_in(log);
  Table::Texts ids, devices;
  Table::Numbers seconds;
  for (const run::CounterEntry& entry : entries) {
    ids.push_back(entry.job), devices.push_back(entry.device);
    const auto time = times.find({entry.device, entry.job});
    seconds.push_back(time == times.end() ? std::numeric_limits<double>::quiet_NaN() : time->second);
  }
  Table table;
  table.add("launch", ids), table.add("device", devices), table.add("time", seconds, "s");
  add_metrics(table, entries, log);
  return table;
}

}  // namespace forewarp::tool
