// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <string>

#include "command.hpp"
#include "forewarp/measure/run/open.hpp"
#include "forewarp/measure/run/run_jobs.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/report/run_view.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/csv.hpp"
#include "forewarp/support/table/file.hpp"
#include "forewarp/support/table/json_lines.hpp"
#include "progress_bar.hpp"

namespace forewarp::tool {
namespace {

struct RunOptions {
  std::string jobs, device, store, table, samples;
  run::CampaignOptions campaign;
  bool csv = false, jsonl = false;
};

/// Null where no job asks for power.
std::unique_ptr<run::PowerMeter> meter_for(const std::vector<run::Job>& jobs, const run::DeviceInfo& device) {
  for (const run::Job& job : jobs)
    if (job.power_s > 0) {
      if (device.pci_bus.empty())
        throw Unavailable(fmt::format("job '{}' asks for power, which {} does not predict", job.id, device.spec));
      return run::open_nvml(device.pci_bus);
    }
  return nullptr;
}

run::CampaignOutcome measure(const RunOptions& options, run::SampleStore& store) {
  if (options.device.empty()) throw InputError("--device is missing; 'forewarp devices --here' lists what is here");
  const std::vector<run::Job> jobs = run::read_jobs(options.jobs);
  if (jobs.empty()) throw InputError(fmt::format("{}: has no job", options.jobs));
  const auto device = run::open_device(options.device);
  const auto meter = meter_for(jobs, device->info());
  ProgressBar bar;
  return run::run_jobs(*device, jobs, store, options.campaign, &bar, meter.get());
}

void show(const RunOptions& options, const run::StoreContents& contents) {
  if (!options.table.empty()) table::write_table(run::job_table(contents), options.table);
  if (!options.samples.empty()) table::write_table(run::sample_table(contents), options.samples);
  if (options.csv || options.jsonl) {
    const Table jobs = run::job_table(contents);
    fmt::print("{}", options.csv ? table::csv_text(jobs) : table::json_lines_text(jobs));
  } else {
    fmt::print("{}", report::run_text(contents));
  }
}

void run_command(const RunOptions& options) {
  const auto store = run::open_store(options.store);
  run::CampaignOutcome outcome;
  if (!options.jobs.empty()) outcome = measure(options, *store);
  if (outcome.cancelled) {
    fmt::print("stopped before everything was measured ({} trials taken); the same command goes on\n", outcome.trials);
    throw Interrupted();
  }
  show(options, store->read());
  if (!outcome.failures.empty())
    throw InputError(fmt::format("{} of the jobs could not be measured; the first, '{}': {}", outcome.failures.size(),
                                 outcome.failures.front().job, outcome.failures.front().why));
}

}  // namespace

void add_run_command(CLI::App& app) {
  const auto options = std::make_shared<RunOptions>();
  run::CampaignOptions& campaign = options->campaign;
  campaign.program = "forewarp " FOREWARP_VERSION;
  const Command command = add_documented_command(app, "run", "measure many kernels on a device of this machine");
  command.add_option("jobs", options->jobs);
  command.add_option("--device", options->device);
  command.add_option("-o,--output", options->store).required();
  command.add_option("--trials", campaign.trials).in_range(1u, 1'000'000u);
  command.add_option("--passes", campaign.passes).in_range(1u, 10'000u);
  command.add_option("--width", campaign.width).not_negative();
  command.add_option("--job-seconds", campaign.job_seconds).not_negative();
  command.add_option("--pass-seconds", campaign.pass_seconds).in_range(0.0, 3600.0);
  command.add_option("--power-readings", campaign.power_readings).in_range(1u, 1000u);
  command.add_option("--seed", campaign.seed);
  command.add_flag("--retry", campaign.retry);
  command.add_option("--table", options->table);
  command.add_option("--samples", options->samples);
  const Option csv = command.add_flag("--csv", options->csv);
  command.add_flag("--jsonl", options->jsonl).excludes(csv);
  command.callback([options] { run_command(*options); });
}

}  // namespace forewarp::tool
