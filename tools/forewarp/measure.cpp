// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/measure/run/kernel_job.hpp"
#include "forewarp/measure/run/open.hpp"
#include "forewarp/measure/run/run_jobs.hpp"
#include "forewarp/measure/run/sample_table.hpp"
#include "forewarp/report/run_view.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/table/csv.hpp"
#include "forewarp/support/table/json_lines.hpp"
#include "kernels/references.hpp"
#include "progress_bar.hpp"

namespace forewarp::tool {
namespace {

struct MeasureOptions {
  kernel::Request request;
  std::string device, store = ":memory:", name;
  run::CampaignOptions campaign;
  double power_s = 0;
  bool cold = false, refill = false, verify = false, job = false, csv = false, jsonl = false;
};

run::Job job_for(const MeasureOptions& options, const kernel::Kernel& kernel, run::Api api) {
  run::Job job = run::job_of(kernel, options.request, api, options.name.empty() ? options.request.path : options.name);
  job.cold = options.cold;
  job.refill = options.refill;
  job.power_s = options.power_s;
  return job;
}

/// One launch on the device against the kernel's CPU reference.
std::string verified(const kernel::Kernel& kernel, const run::Job& job, run::Device& device) {
  const kernels::Reference reference = kernels::find_reference(kernel.description.reference);
  if (!reference)
    throw InputError(fmt::format("--verify: {} has no CPU reference; bundled kernels have one", kernel.launch.entry));
  const auto on_device = device.compile(job.code)->kernel(job.entry);
  on_device->set_arguments(job.arguments);
  (void)on_device->launch(job.shape);
  std::size_t compared = 0;
  for (const kernels::Expected& expected : reference(kernel.launch, kernels::Inputs(kernel.launch))) {
    const auto& all = kernel.launch.arguments;
    const auto place = std::find_if(all.begin(), all.end(), [&](const auto& a) { return a.name == expected.buffer; });
    const auto actual = on_device->read(static_cast<std::size_t>(place - all.begin()));
    if (const auto wrong = kernels::mismatch(expected, kernel.launch, actual, kernel.description.tolerance))
      throw DeviceError(fmt::format("--verify: {} differs from the CPU reference '{}': {}", device.info().spec,
                                    kernel.description.reference, *wrong));
    compared += expected.value.size();
  }
  return fmt::format("{} elements agree with the CPU reference '{}'\n", compared, kernel.description.reference);
}

std::unique_ptr<run::PowerMeter> meter_for(const MeasureOptions& options, const run::DeviceInfo& device) {
  if (options.power_s <= 0) return nullptr;
  if (device.pci_bus.empty()) throw Unavailable(fmt::format("--power: {} does not predict power", device.spec));
  return run::open_nvml(device.pci_bus);
}

void print(const MeasureOptions& options, const kernel::Kernel& kernel, const std::string& checked,
           const run::StoreContents& contents) {
  if (options.csv || options.jsonl) {
    const Table jobs = run::job_table(contents);
    fmt::print("{}", options.csv ? table::csv_text(jobs) : table::json_lines_text(jobs));
    return;
  }
  for (const std::string& note : kernel.notes) fmt::print("note: {}\n", note);
  fmt::print("{}{}", checked, report::run_text(contents));
}

void measure(const MeasureOptions& options) {
  const auto device = run::open_device(options.device);
  kernel::Request request = options.request;
  request.device_capability = device->info().compute_capability;
  const kernel::Kernel kernel = kernel::load(request);
  const run::Job job = job_for(options, kernel, device->info().api);
  if (options.job) return fmt::print("{}\n", run::job_line(job));
  const std::string checked = options.verify ? verified(kernel, job, *device) : "";
  const auto store =
      options.store == ":memory:" ? run::open_sqlite_store(options.store) : run::open_store(options.store);
  const auto meter = meter_for(options, device->info());
  ProgressBar bar;
  const auto outcome = run::run_jobs(*device, std::vector{job}, *store, options.campaign, &bar, meter.get());
  if (outcome.cancelled) throw Interrupted();
  if (!outcome.failures.empty()) throw InputError(outcome.failures.front().why);
  print(options, kernel, checked, store->read());
}

}  // namespace

void add_measure_command(CLI::App& app) {
  const auto options = std::make_shared<MeasureOptions>();
  options->campaign.program = "forewarp " FOREWARP_VERSION;
  options->campaign.pass_seconds = 0.2;
  const Command command = add_documented_command(app, "measure", "measure one kernel on a device of this machine");
  command.add_option("kernel-path", options->request.path).required();
  command.add_option("--device", options->device).required();
  command.add_option("--kernel", options->request.kernel);
  command.add_option("-D", options->request.defines).one_at_a_time();
  command.add_option("-I", options->request.includes).one_at_a_time();
  command.add_option("--set", options->request.set).one_at_a_time();
  command.add_option("--grid", options->request.grid);
  command.add_option("--block", options->request.block);
  command.add_option("--shared", options->request.shared);
  command.add_option("--arg", options->request.arguments).one_at_a_time();
  command.add_option("--trials", options->campaign.trials).in_range(1u, 1'000'000u);
  command.add_option("--passes", options->campaign.passes).in_range(1u, 10'000u);
  command.add_option("--width", options->campaign.width).not_negative();
  command.add_option("--pass-seconds", options->campaign.pass_seconds).in_range(0.0, 3600.0);
  command.add_flag("--cold", options->cold);
  command.add_flag("--refill", options->refill);
  command.add_option("--power", options->power_s).in_range(0.1, 3600.0);
  command.add_flag("--verify", options->verify);
  command.add_option("-o,--output", options->store);
  command.add_option("--name", options->name);
  command.add_flag("--job", options->job);
  const Option csv = command.add_flag("--csv", options->csv);
  command.add_flag("--jsonl", options->jsonl).excludes(csv);
  command.callback([options] { measure(*options); });
}

}  // namespace forewarp::tool
