// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "advise_counters.hpp"
#include "command.hpp"
#include "forewarp/advise/advise.hpp"
#include "forewarp/kernel/kernel.hpp"
#include "forewarp/report/advice_view.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/prediction_view.hpp"
#include "forewarp/report/profile_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "kernel_options.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

struct AdviseArguments {
  KernelOptions kernel;
  std::vector<std::string> devices;
  std::string counters, strategies, report, caches = "usual";
};

/// Code that runs on all NVIDIA devices named.
unsigned lowest_capability(const std::vector<device::DeviceSpec>& devices) {
  unsigned lowest = 0;
  for (const device::DeviceSpec& d : devices)
    if (d.compute_capability != 0 && (lowest == 0 || d.compute_capability < lowest)) lowest = d.compute_capability;
  return lowest;
}

void print(const KernelOptions& options, const kernel::Kernel& kernel, const profile::Profile& profile,
           const std::vector<report::DeviceAdvice>& all) {
  if (options.json) {
    nlohmann::json json = report::heading_json(kernel, profile);
    json["advice"] = report::advice_json(all);
    fmt::print("{}\n", report::json_text(json));
  } else if (options.csv) {
    fmt::print("{}", report::advice_csv(all));
  } else {
    fmt::print("{}\n{}{}", report::heading_text(kernel, profile), report::advice_text(all),
               report::notes_text(kernel, profile));
  }
}

/// Counters come with a launch that has been: nothing that describes a kernel or a launch goes with them.
void refuse_beside_counters(const Command& command) {
  for (const std::string& name : command.given()) {
    if (name == "kernel-path") throw InputError("give a kernel or --counters FILE, not both");
    if (name != "--counters" && name != "--device" && name != "--strategies" && name != "--kernel" &&
        name != "--json" && name != "--csv" && name != "--report")
      throw InputError(name + " does not go with --counters: the launch has been");
  }
}

void advise_command(const AdviseArguments& arguments) {
  const std::vector<device::DeviceSpec> devices = devices_of(arguments.devices);
  const std::vector<advise::Strategy> strategies =
      arguments.strategies.empty() ? advise::shipped_strategies() : advise::read_strategies(arguments.strategies);
  if (!arguments.counters.empty()) {
    advise_from_counters({.file = arguments.counters,
                          .kernel = arguments.kernel.request.kernel,
                          .json = arguments.kernel.json,
                          .csv = arguments.kernel.csv,
                          .report = arguments.report},
                         devices, strategies);
    return;
  }
  kernel::Request request = request_of(arguments.kernel);
  request.device_capability = lowest_capability(devices);
  const kernel::Kernel kernel = kernel::load(request);
  std::map<unsigned, profile::Profile> by_warp_size;
  std::vector<report::DeviceAdvice> all;
  for (const device::DeviceSpec& device : devices) {
    if (!by_warp_size.contains(device.warp_size)) {
      profile::ProfileOptions options = profile_options_of(arguments.kernel, kernel);
      options.warp_size = device.warp_size;
      by_warp_size.emplace(device.warp_size, profile::profile(*kernel.module, kernel.launch, options));
    }
    const advise::Situation situation =
        advise::situation(by_warp_size.at(device.warp_size), device, model::caches_called(arguments.caches));
    all.push_back({device.name, advise::advise(situation, *kernel.module, strategies)});
  }
  const profile::Profile& first = by_warp_size.begin()->second;
  print(arguments.kernel, kernel, first, all);
  if (arguments.report.empty()) return;
  nlohmann::ordered_json document = report::heading_json(kernel, first);
  document["advice"] = report::advice_json(all);
  std::vector<report::DevicePrediction> predictions;
  for (const report::DeviceAdvice& one : all) predictions.push_back({one.device, one.advice.prediction});
  document["predictions"] = report::prediction_json(predictions);
  document["profile"] = report::profile_json(first);
  document["ptx"] = {{"text", kernel.code.ptx}};
  save_report(arguments.report, "advise", std::move(document));
}

}  // namespace

void add_advise_command(CLI::App& app) {
  const Command command = add_documented_command(app, "advise", "what holds a kernel back, where, and what to change");
  auto arguments = std::make_shared<AdviseArguments>();
  add_kernel_options(command, arguments->kernel);
  command.get_option("kernel-path").required(false);
  command.add_option("--counters", arguments->counters);
  command.add_option("--device", arguments->devices).one_at_a_time();
  command.add_option("--strategies", arguments->strategies);
  command.add_option("--caches", arguments->caches);
  add_report_option(command, arguments->report);
  command.callback([arguments, command] {
    if (!arguments->counters.empty())
      refuse_beside_counters(command);
    else if (arguments->kernel.request.path.empty())
      throw InputError("nothing to do: give a kernel, or --counters FILE");
    advise_command(*arguments);
  });
}

}  // namespace forewarp::tool
