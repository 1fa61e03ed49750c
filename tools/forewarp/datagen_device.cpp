// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "datagen_device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "forewarp/counters/catalogue.hpp"
#include "forewarp/counters/import.hpp"
#include "forewarp/kernel/kernel.hpp"
#include "forewarp/run/counters/cupti.hpp"
#include "forewarp/run/hardware.hpp"
#include "forewarp/run/kernel_job.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/file.hpp"
#include "progress_bar.hpp"

namespace forewarp::tool {
namespace fs = std::filesystem;
namespace {

run::Job job_of(const advise::LaunchLine& line, unsigned capability, source::Compiler& compiler) {
  kernel::Request request;
  request.path = line.kernel;
  for (const auto& [name, value] : line.parameters) request.set.push_back(fmt::format("{}={}", name, value));
  request.device_capability = capability;
  return run::job_of(kernel::load(request, compiler), request, run::Api::cuda, advise::text_of(line));
}

std::vector<run::Job> jobs_of(const std::vector<advise::LaunchLine>& lines, unsigned capability) {
  source::Compiler compiler;
  std::vector<run::Job> jobs;
  for (const advise::LaunchLine& line : lines) jobs.push_back(job_of(line, capability, compiler));
  return jobs;
}

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

std::string size_of(const advise::LaunchLine& line) {
  std::int64_t largest = 0;
  for (const auto& [name, value] : line.parameters) largest = std::max(largest, value);
  return fmt::format("{} {}", line.kernel, largest);
}

std::string class_of(const std::vector<advise::KernelClass>& classes, const std::string& kernel) {
  for (const advise::KernelClass& c : classes)
    if (c.kernel == kernel) return c.id;
  return kernel;
}

void write_launch_jobs(const std::vector<advise::LaunchLine>& lines, unsigned capability, const fs::path& file) {
  source::Compiler compiler;
  const fs::path folder = file.parent_path() / "ptx";
  fs::create_directories(folder);
  std::string text;
  for (const advise::LaunchLine& line : lines) {
    const run::Job job = job_of(line, capability, compiler);
    const std::string name = digest(job.code.text).substr(0, 16) + ".ptx";
    if (!fs::exists(folder / name)) write_file(folder / name, job.code.text);
    text += run::job_line(job, "ptx/" + name) + "\n";
  }
  write_file(file, text);
}

void collect_counters(const std::vector<advise::LaunchLine>& lines, const fs::path& log_file, const Collect& how) {
  const auto device = run::open_hardware(how.device);
  const unsigned capability = device->info().compute_capability;
  if (capability == 0) throw InputError(fmt::format("--device {}: counters need CUDA, say cuda:0", how.device));
  ProgressBar bar;
  const auto progress = [&bar](std::size_t done, std::size_t total) { bar.advance(done, total, "launches"); };
  std::vector<std::string> metrics;
  for (const std::string_view name : counters::nsight_metrics()) metrics.emplace_back(name);
  const std::vector<run::Job> jobs = jobs_of(lines, capability);
  run::CounterLog log(log_file);
  const run::CounterOutcome outcome = how.cupti
                                          ? run::collect_with_cupti(*device, jobs, log, {metrics, false, progress})
                                          : run::collect_with_nsight(jobs, log,
                                                                     {.program = how.ncu,
                                                                      .runner = runner_of(how),
                                                                      .device = how.device,
                                                                      .metrics = metrics,
                                                                      .batch = how.batch,
                                                                      .progress = progress});
  for (const std::string& name : outcome.without) fmt::print(stderr, "note: not to be had here: {}\n", name);
  fmt::print("{} launches, {} already there, {} failed\n", outcome.taken, outcome.there, outcome.failed);
}

Table read_samples(const fs::path& log, const std::vector<advise::KernelClass>& classes) {
  Table::Texts lines, names, sizes, devices;
  std::vector<Table::Numbers> columns(counters::catalogue().size());
  for (const run::CounterEntry& entry : run::parse_counter_log(read_file(log), log.string())) {
    if (!entry.why.empty()) {
      fmt::print(stderr, "note: left out: {}: {}\n", entry.job, entry.why);
      continue;
    }
    const advise::LaunchLine line = advise::parse_launch_line(entry.job);
    lines.push_back(entry.job), names.push_back(class_of(classes, line.kernel));
    sizes.push_back(size_of(line)), devices.push_back(entry.device);
    const std::vector<double> values = values_of(entry, log.string());
    for (std::size_t i = 0; i < values.size(); ++i) columns[i].push_back(values[i]);
  }
  if (lines.empty()) throw InputError(log.string() + ": has no launch that was counted");
  Table table;
  table.add("line", lines), table.add("class", names), table.add("size", sizes), table.add("device", devices);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const counters::Metric& metric = counters::catalogue()[i];
    if (!all_missing(columns[i])) table.add(std::string(metric.name), columns[i], std::string(metric.unit));
  }
  return table;
}

}  // namespace forewarp::tool
