// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "advise_counters.hpp"
#include "command.hpp"
#include "device_order.hpp"
#include "device_profiles.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/kernel/lowest_target.hpp"
#include "forewarp/model/advise/advise.hpp"
#include "forewarp/report/advice_view.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/prediction_view.hpp"
#include "forewarp/report/profile_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "kernel_options.hpp"
#include "machine_code.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

struct AdviseArguments {
  KernelOptions kernel;
  std::vector<std::string> devices;
  std::string counters, strategies, report, caches = "usual";
  MachineCodeOption machine_code;
};

/// A device of the list that cannot run the launch, and why.
struct Refused {
  std::string device, reason;
};

nlohmann::json refused_json(const std::vector<Refused>& refused) {
  nlohmann::json json = nlohmann::json::array();
  for (const Refused& one : refused) json.push_back({{"device", one.device}, {"reason", one.reason}});
  return json;
}

void print(const KernelOptions& options, const kernel::Kernel& kernel, const profile::Profile& profile,
           const std::vector<report::DeviceAdvice>& all, const std::vector<Refused>& refused,
           const std::vector<std::string>& named) {
  if (options.json) {
    nlohmann::json json = report::heading_json(kernel, profile);
    json["advice"] = report::advice_json(as_named(all, named));
    json["cannot_run"] = refused_json(refused);
    fmt::print("{}\n", report::json_text(json));
  } else if (options.csv) {
    fmt::print("{}", report::advice_csv(all));
  } else {
    fmt::print("{}\n{}", report::heading_text(kernel, profile), report::advice_text(all));
    for (const Refused& one : refused) fmt::print("\n{}: cannot run: {}\n", one.device, one.reason);
    fmt::print("{}", report::notes_text(kernel, profile));
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

struct Advised {
  kernel::Kernel kernel;
  ProfilesByWarpSize profiles;
  std::vector<report::DeviceAdvice> all;  ///< fastest first
  std::vector<Refused> refused;
};

report::DeviceAdvice advice_for(const AdviseArguments& arguments, const device::DeviceSpec& device,
                                const std::vector<advise::Strategy>& strategies, Advised& advised, DeviceCodes& codes,
                                Progress& progress) {
  const profile::Profile& profile = advised.profiles.get(arguments.kernel, advised.kernel, device.warp_size, &progress);
  const advise::Situation situation =
      advise::situation(profile, device, model::caches_called(arguments.caches), codes.on(device, profile));
  return {device.name, advise::advise(situation, *advised.kernel.module, strategies)};
}

Advised advised_on(const AdviseArguments& arguments, const std::vector<device::DeviceSpec>& devices,
                   const std::vector<advise::Strategy>& strategies) {
  ProgressBar bar;
  kernel::ForSeveral loaded = kernel::load_for(request_of(arguments.kernel), capabilities_of(devices), &bar);
  Advised advised;
  advised.kernel = std::move(loaded.kernel);
  DeviceCodes codes(arguments.machine_code, arguments.kernel, advised.kernel, &bar);
  for (const device::DeviceSpec& device : devices) {
    try {
      if (const auto reason = reason_against(loaded, device)) throw InputError(*reason);
      advised.all.push_back(advice_for(arguments, device, strategies, advised, codes, bar));
    } catch (const InputError& error) {
      const std::string_view reason = error.what();
      advised.refused.push_back({device.name, std::string(reason.substr(0, reason.find('\n')))});
    }
  }
  if (advised.all.empty()) throw InputError(advised.refused.front().reason);
  std::ranges::stable_sort(advised.all, {}, [](const report::DeviceAdvice& a) { return a.advice.prediction.time_s; });
  return advised;
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
  const Advised advised = advised_on(arguments, devices, strategies);
  const profile::Profile& first = advised.profiles.first();
  std::vector<std::string> named;
  for (const device::DeviceSpec& device : devices) named.push_back(device.name);
  print(arguments.kernel, advised.kernel, first, advised.all, advised.refused, named);
  if (arguments.report.empty()) return;
  nlohmann::ordered_json document = report::heading_json(advised.kernel, first);
  document["advice"] = report::advice_json(advised.all);
  std::vector<report::DevicePrediction> predictions;
  for (const report::DeviceAdvice& one : advised.all) predictions.push_back({one.device, one.advice.prediction});
  for (const Refused& one : advised.refused) predictions.push_back({one.device, {}, one.reason});
  document["predictions"] = report::prediction_json(predictions);
  document["profile"] = report::profile_json(first, *advised.kernel.module);
  document["ptx"] = {{"text", advised.kernel.code.ptx}};
  save_report(arguments.report, "advise", std::move(document));
}

}  // namespace

void add_advise_command(CLI::App& app) {
  const Command command =
      add_documented_command(app, "advise", "find what limits a kernel, and which changes would help");
  auto arguments = std::make_shared<AdviseArguments>();
  add_kernel_options(command, arguments->kernel);
  command.get_option("kernel-path").required(false);
  command.add_option("--counters", arguments->counters);
  command.add_option("--device", arguments->devices).one_at_a_time();
  command.add_option("--strategies", arguments->strategies);
  command.add_option("--caches", arguments->caches);
  add_machine_code_option(command, arguments->machine_code);
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
