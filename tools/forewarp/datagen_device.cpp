// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "datagen_device.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/measure/run/hardware.hpp"
#include "forewarp/measure/run/kernel_job.hpp"
#include "forewarp/support/file.hpp"

namespace forewarp::tool {
namespace fs = std::filesystem;
namespace {

run::Job job_of(const advise::LaunchLine& line, unsigned capability, source::Compiler& compiler) {
  kernel::Request request = advise::request_of(line);
  request.device_capability = capability;
  return run::job_of(kernel::load(request, compiler), request, run::Api::cuda, advise::text_of(line));
}

std::vector<run::Job> jobs_of(const std::vector<advise::LaunchLine>& lines, unsigned capability) {
  source::Compiler compiler;
  std::vector<run::Job> jobs;
  for (const advise::LaunchLine& line : lines) jobs.push_back(job_of(line, capability, compiler));
  return jobs;
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
  require_cuda(device->info());
  run::CounterLog log(log_file);
  const run::CounterOutcome outcome = count_jobs(*device, jobs_of(lines, device->info().compute_capability), log, how);
  fmt::print("{} launches, {} already there, {} failed\n", outcome.taken, outcome.there, outcome.failed);
}

Table read_samples(const fs::path& log, const std::vector<advise::KernelClass>& classes) {
  const std::vector<run::CounterEntry> entries = counted_in(log.string());
  Table::Texts lines, names, sizes, devices;
  for (const run::CounterEntry& entry : entries) {
    const advise::LaunchLine line = advise::parse_launch_line(entry.job);
    lines.push_back(entry.job), names.push_back(class_of(classes, line.kernel));
    sizes.push_back(size_of(line)), devices.push_back(entry.device);
  }
  Table table;
  table.add("line", lines), table.add("class", names), table.add("size", sizes), table.add("device", devices);
  add_metrics(table, entries, log.string());
  return table;
}

}  // namespace forewarp::tool
