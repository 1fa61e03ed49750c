// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "device_counters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "forewarp/measure/run/counters/cupti.hpp"
#include "forewarp/model/counters/catalogue.hpp"
#include "forewarp/model/counters/import.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "forewarp/support/process.hpp"
#include "progress_bar.hpp"

namespace forewarp::tool {
namespace fs = std::filesystem;
namespace {

/// forewarp_runner beside this program, where none is named.
std::string runner_of(const Collect& how) {
  if (!how.runner.empty()) return how.runner;
  std::error_code error;
  const fs::path beside = fs::read_symlink("/proc/self/exe", error).parent_path() / "forewarp_runner";
  for (const fs::path& path : {beside, beside.parent_path() / "tools/runner/forewarp_runner"})
    if (!error && fs::exists(path)) return path.string();
  throw Unavailable(fmt::format("{}: is not there; --runner names it", beside.string()));
}

/// The one launch that an entry holds, as a row that is as long as the catalogue.
std::vector<double> values_of(const run::CounterEntry& entry, const std::string& log) {
  const counters::Imported imported = counters::import_counters(entry.text, log + ": " + entry.job);
  if (imported.table.rows() != 1)
    throw InputError(fmt::format("{}: {} has {} launches, one was expected", log, entry.job, imported.table.rows()));
  std::vector<double> values;
  for (const counters::Metric& metric : counters::catalogue())
    values.push_back(imported.table.has(metric.name) ? imported.table.numbers(metric.name)[0]
                                                     : std::numeric_limits<double>::quiet_NaN());
  return values;
}

bool all_missing(const Table::Numbers& values) {
  return std::ranges::all_of(values, [](double v) { return std::isnan(v); });
}

}  // namespace

void require_cuda(const run::DeviceInfo& device) {
  if (device.api != run::Api::cuda)
    throw InputError(fmt::format("--device {}: counters need CUDA, use cuda:0", device.spec));
}

void check_can_count(const run::DeviceInfo& device, const Collect& how) {
  require_cuda(device);
  if (how.cupti) return;
  run::require_nsight(how.ncu);
  (void)runner_of(how);
}

run::CounterOutcome count_jobs(run::Device& device, std::span<const run::Job> jobs, run::CounterLog& log,
                               const Collect& how) {
  ProgressBar bar;
  const auto progress = [&bar](std::size_t done, std::size_t total) { bar.advance(done, total, "launches counted"); };
  const auto stop = [&] { return bar.cancelled() || (how.stop && how.stop()); };
  std::vector<std::string> metrics;
  for (const std::string_view name : counters::nsight_metrics()) metrics.emplace_back(name);
  const run::CounterOutcome outcome =
      how.cupti ? run::collect_with_cupti(device, jobs, log, {metrics, how.retry, progress, stop})
                : run::collect_with_nsight(jobs, log,
                                           {.program = how.ncu,
                                            .runner = runner_of(how),
                                            .device = how.device,
                                            .metrics = metrics,
                                            .batch = how.batch,
                                            .retry = how.retry,
                                            .progress = progress,
                                            .stop = stop});
  if (bar.cancelled()) throw Interrupted();  // the log has what was counted: the same command goes on
  for (const std::string& name : outcome.without) fmt::print(stderr, "note: not to be had here: {}\n", name);
  return outcome;
}

std::vector<run::CounterEntry> counted_in(const std::string& log) {
  std::vector<run::CounterEntry> counted;
  for (run::CounterEntry& entry : run::parse_counter_log(read_file(log), log))
    if (entry.why.empty())
      counted.push_back(std::move(entry));
    else
      fmt::print(stderr, "note: left out: {}: {}\n", entry.job, entry.why);
  if (counted.empty()) throw InputError(log + ": has no launch that was counted");
  return counted;
}

void add_metrics(Table& table, std::span<const run::CounterEntry> entries, const std::string& log) {
  std::vector<Table::Numbers> columns(counters::catalogue().size());
  for (const run::CounterEntry& entry : entries) {
    const std::vector<double> values = values_of(entry, log);
    for (std::size_t i = 0; i < values.size(); ++i) columns[i].push_back(values[i]);
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const counters::Metric& metric = counters::catalogue()[i];
    if (!all_missing(columns[i])) table.add(std::string(metric.name), columns[i], std::string(metric.unit));
  }
}

}  // namespace forewarp::tool
