// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "command.hpp"
#include "device_order.hpp"
#include "device_profiles.hpp"
#include "forewarp/frontend/kernel/kernel.hpp"
#include "forewarp/frontend/kernel/lowest_target.hpp"
#include "forewarp/measure/campaign/device_inputs.hpp"
#include "forewarp/model/bsp/measured.hpp"
#include "forewarp/model/device/conditions.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/each_device.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/prediction_view.hpp"
#include "forewarp/report/profile_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"
#include "kernel_options.hpp"
#include "machine_code.hpp"
#include "measured_text.hpp"
#include "predict_bsp.hpp"
#include "predict_calibrated.hpp"
#include "predict_counters.hpp"
#include "predict_model.hpp"
#include "predict_trained.hpp"
#include "progress_bar.hpp"
#include "report_file.hpp"

namespace forewarp::tool {
namespace {

struct PredictArguments {
  KernelOptions kernel;
  BspOptions bsp;
  std::vector<std::string> devices, what, against;
  std::string counters, model, measured, report, clock, caches = "usual";
  double clock_mhz = 0;  ///< of --clock where --what is absent: one clock, of the cores
  MachineCodeOption machine_code;
  bool ncu = false, graph = false;

  [[nodiscard]] device::Conditions conditions() const {
    return {.clock_hz = clock_mhz * 1e6, .as_ncu = ncu, .in_graph = graph};
  }
};

std::vector<device::DeviceSpec> devices_under(const PredictArguments& arguments) {
  std::vector<device::DeviceSpec> devices = devices_of(arguments.devices);
  for (device::DeviceSpec& device : devices) device = device::under(std::move(device), arguments.conditions());
  return devices;
}

/// What the answer depends on beside the launch and the devices.
std::vector<std::string> condition_notes(const PredictArguments& arguments) {
  std::vector<std::string> notes;
  if (arguments.clock_mhz > 0) notes.push_back(fmt::format("the SMs run at {:g} MHz (--clock)", arguments.clock_mhz));
  if (arguments.ncu)
    notes.push_back(fmt::format("as Nsight Compute measures (--ncu): {}caches cold",
                                arguments.clock_mhz > 0 ? "" : "base clock, "));
  if (arguments.graph) notes.emplace_back("the launch is a node of a CUDA graph (--graph)");
  return notes;
}

nlohmann::ordered_json json_of(const kernel::Kernel& kernel, const profile::Profile& profile,
                               const std::vector<report::DevicePrediction>& rows) {
  nlohmann::ordered_json json = report::heading_json(kernel, profile);
  json["predictions"] = report::prediction_json(rows);
  return json;
}

void print(const KernelOptions& options, const kernel::Kernel& kernel, const profile::Profile& profile,
           const std::vector<report::DevicePrediction>& rows, const std::vector<std::string>& named) {
  if (options.json) {
    fmt::print("{}\n", report::json_text(json_of(kernel, profile, as_named(rows, named))));
  } else if (options.csv) {
    fmt::print("{}", report::prediction_csv(rows));
  } else {
    fmt::print("{}\n{}{}", report::heading_text(kernel, profile), report::prediction_text(rows),
               report::notes_text(kernel, profile));
  }
}

/// The parameters of the run that was measured over those of the launch that is asked for.
kernel::Request measured_request(kernel::Request request, const MeasuredRun& run) {
  for (const std::string& set : run.set) {
    const std::string name = set.substr(0, set.find('=') + 1);
    const auto same = [&](const std::string& other) { return other.starts_with(name); };
    std::erase_if(request.set, same);
    std::erase_if(request.arguments, same);
    request.set.push_back(set);
  }
  return request;
}

/// The model that --model names.
const model::Model& model_of(const PredictArguments& arguments) {
  return arguments.model.empty() ? model::default_model() : model::model_called(arguments.model);
}

/// What the run that was measured teaches about the others.
model::bsp::Learnt learn(const PredictArguments& arguments, const kernel::Request& request, const MeasuredRun& run,
                         const device::DeviceSpec& device, unsigned capability, Progress& progress) {
  kernel::Request measured = measured_request(request, run);
  measured.device_capability = capability;
  const kernel::Kernel kernel = kernel::load(measured, &progress);
  const profile::Profile profile = profile_for(arguments.kernel, kernel, device.warp_size, &progress);
  DeviceCodes codes(arguments.machine_code, arguments.kernel, kernel, &progress);
  const model::Prediction predicted = model::predict(model::summarise(profile), codes.on(device, profile), device,
                                                     model::caches_called(arguments.caches), model_of(arguments));
  return {.lambda = model::bsp::lambda_over(predicted, device.launch_overhead_s, run.time_s),
          .measured_on = device.name,
          .warning = model::bsp::beats_data_sheet(predicted, run.time_s, device.name)};
}

/// A source that needs a newer GPU than some of the list is compiled for the others.
void refuse_older(std::vector<model::OnDevice>& rows, const kernel::ForSeveral& loaded) {
  for (model::OnDevice& row : rows) {
    const auto reason = reason_against(loaded, row.device);
    if (!reason) continue;
    row.prediction.reset();
    row.reason = *reason;
  }
}

std::vector<report::DevicePrediction> rows_of(std::vector<model::OnDevice> on_devices) {
  model::put_fastest_first(on_devices);
  if (!on_devices.front().prediction) throw InputError(on_devices.front().reason);
  std::vector<report::DevicePrediction> rows;
  for (model::OnDevice& one : on_devices)
    rows.push_back({one.device.name, std::move(one.prediction).value_or(model::Prediction{}), std::move(one.reason)});
  return rows;
}

/// What was emulated and predicted before anything is printed.
struct Predicted {
  kernel::Kernel kernel;
  ProfilesByWarpSize profiles;
  std::vector<report::DevicePrediction> rows;  ///< fastest first
  std::vector<std::string> named;              ///< the devices as they were asked for
};

Predicted predicted(const PredictArguments& arguments) {
  const std::vector<device::DeviceSpec> devices = devices_under(arguments);
  ProgressBar bar;
  std::vector<device::DeviceSpec> all = devices;
  std::optional<MeasuredRun> run;
  if (!arguments.measured.empty()) {
    run = parse_measured_run(arguments.measured);
    all.push_back(device::under(device::find_device(run->device), arguments.conditions()));
  }
  const kernel::Request request = request_of(arguments.kernel);
  kernel::ForSeveral loaded = kernel::load_for(request, capabilities_of(all), &bar);
  std::optional<model::bsp::LambdaModel> corrected;
  if (run) corrected.emplace(model_of(arguments), learn(arguments, request, *run, all.back(), loaded.lowest, bar));
  const model::Model& model = corrected ? static_cast<const model::Model&>(*corrected) : model_of(arguments);
  Predicted result;
  const auto profile_of = [&](unsigned warp_size) {
    return result.profiles.get(arguments.kernel, loaded.kernel, warp_size, &bar);
  };
  DeviceCodes codes(arguments.machine_code, arguments.kernel, loaded.kernel, &bar);
  const auto code_of = [&](const device::DeviceSpec& device) {
    return codes.on(device, result.profiles.get(arguments.kernel, loaded.kernel, device.warp_size, &bar));
  };
  std::vector<model::OnDevice> rows =
      model::predict_each(devices, profile_of, model::caches_called(arguments.caches), model, code_of);
  refuse_older(rows, loaded);
  result.rows = rows_of(std::move(rows));
  result.kernel = std::move(loaded.kernel);
  const std::vector<std::string> notes = condition_notes(arguments);
  result.kernel.notes.insert(result.kernel.notes.end(), notes.begin(), notes.end());
  for (const device::DeviceSpec& device : devices) result.named.push_back(device.name);
  return result;
}

void predict_command(const PredictArguments& arguments) {
  const Predicted answer = predicted(arguments);
  const profile::Profile& profile = answer.profiles.first();
  print(arguments.kernel, answer.kernel, profile, answer.rows, answer.named);
  nlohmann::ordered_json document = json_of(answer.kernel, profile, answer.rows);
  document["profile"] = report::profile_json(profile, *answer.kernel.module);
  document["ptx"] = {{"text", answer.kernel.code.ptx}};
  save_report(arguments.report, "predict", std::move(document));
}

/// Counters come with a launch that has been: nothing that describes a kernel goes with them.
void refuse_beside_counters(const Command& command) {
  constexpr std::array<std::string_view, 11> allowed = {"--counters", "--device", "--model",  "--kernel",
                                                        "--grid",     "--block",  "--shared", "--registers",
                                                        "--json",     "--csv",    "--report"};
  for (const std::string& name : command.given()) {
    if (name == "kernel-path") throw InputError("give a kernel or --counters FILE, not both");
    if (std::ranges::find(allowed, name) == allowed.end())
      throw InputError(name + " does not go with --counters: the launch has been");
  }
}

/// Eq. 3 has neither caches nor clocks of conditions, and its answer is a time.
void refuse_beside_bsp(const Command& command) {
  constexpr std::array<std::string_view, 7> refused = {"--caches", "--clock",        "--ncu",    "--graph",
                                                       "--what",   "--machine-code", "--against"};
  for (const std::string& name : command.given())
    if (std::ranges::find(refused, name) != refused.end()) throw InputError(name + " does not go with --model bsp");
}

void predict_counters_command(const PredictArguments& arguments, const Command& command) {
  refuse_beside_counters(command);
  predict_from_counters(arguments.counters, arguments.kernel, arguments.devices, model_of(arguments), arguments.report);
}

/// The analytical models take one clock of the cores.
double one_core_clock(const std::string& text) {
  const campaign::Clocks clocks = campaign::clocks_from(text);
  if (clocks.memory_mhz > 0)
    throw InputError(
        fmt::format("--clock {}: without --what the memory keeps its own clock; give that of the cores, as {:g}", text,
                    clocks.core_mhz));
  return clocks.core_mhz;
}

}  // namespace

void add_predict_command(CLI::App& app) {
  const Command command =
      add_documented_command(app, "predict", "predict the time of a kernel on each device, and its limiter");
  auto arguments = std::make_shared<PredictArguments>();
  add_kernel_options(command, arguments->kernel);
  command.get_option("kernel-path").required(false);
  command.add_option("--counters", arguments->counters);
  command.add_option("--device", arguments->devices).one_at_a_time();
  const Option measured = command.add_option("--measured", arguments->measured);
  const Option caches = command.add_option("--caches", arguments->caches);
  const Option clock = command.add_option("--clock", arguments->clock);
  const Option ncu = command.add_flag("--ncu", arguments->ncu).excludes(caches);
  const Option graph = command.add_flag("--graph", arguments->graph);
  const Option what = command.add_option("--what", arguments->what).delimiter(',').one_at_a_time();
  for (const Option& other : {caches, ncu, graph}) what.excludes(other);
  const Option machine_code = add_machine_code_option(command, arguments->machine_code);
  what.excludes(machine_code);
  const Option model = command.add_option("--model", arguments->model);
  command.add_option("--against", arguments->against).one_at_a_time().needs(model);
  add_bsp_options(command, arguments->bsp);
  add_report_option(command, arguments->report);
  command.callback([arguments, command, measured, caches, clock, ncu, graph, machine_code] {
    if (arguments->ncu) arguments->caches = "cold";
    if (clock.given() && arguments->what.empty()) arguments->clock_mhz = one_core_clock(arguments->clock);
    const bool for_sheet =
        machine_code.given() || measured.given() || caches.given() || clock.given() || ncu.given() || graph.given();
    if (!arguments->counters.empty()) {
      predict_counters_command(*arguments, command);
      return;
    }
    if (arguments->model == "bsp") {
      refuse_beside_bsp(command);
      predict_bsp(arguments->bsp, arguments->kernel, arguments->devices, arguments->measured, arguments->report);
      return;
    }
    if (!arguments->bsp.counts.empty() || arguments->bsp.lambda > 0)
      throw InputError("--counts and --lambda go with --model bsp");
    if (arguments->kernel.request.path.empty()) throw InputError("nothing to do: give a kernel, or --counters FILE");
    const bool by_expression = arguments->model.ends_with(".json");
    const bool by_name = arguments->model.empty() || model::is_model(arguments->model);
    if (!by_name && for_sheet)
      throw InputError(fmt::format(
          "--measured, --caches, --machine-code, --clock, --ncu and --graph go with the models {}, not with a "
          "model file",
          fmt::join(model::model_names(), " and ")));
    if (by_name && !arguments->model.empty() && !arguments->what.empty())
      throw InputError("--what chooses a trained model; leave --model out");
    if (!arguments->against.empty() && !by_expression)
      throw InputError("--against ranks by a calibrated expression, MODEL.json; forewarp rank by other models");
    if (by_expression && !arguments->devices.empty())
      throw InputError("a calibrated expression answers for the device it was measured on; leave --device out");
    if (((clock.given() && arguments->what.empty()) || ncu.given() || graph.given()) &&
        names_hardware(arguments->devices))
      throw InputError("--clock, --ncu and --graph go with data sheets, not with hardware of this machine");
    if (arguments->model.empty() && arguments->what.empty() && names_hardware(arguments->devices))
      predict_trained(arguments->kernel, {.devices = arguments->devices, .what = {"time"}, .page = arguments->report});
    else if (arguments->model.empty() && !arguments->what.empty())
      predict_trained(arguments->kernel, {.devices = arguments->devices,
                                          .what = arguments->what,
                                          .clocks = arguments->clock,
                                          .measured = arguments->measured,
                                          .page = arguments->report});
    else if (by_name)
      predict_command(*arguments);
    else if (by_expression)
      predict_calibrated(arguments->model, arguments->kernel, arguments->against, arguments->report);
    else if (!std::filesystem::exists(arguments->model))
      throw InputError(fmt::format("--model {}: there is no such file, and no model of that name (there is {})",
                                   arguments->model, fmt::join(model::model_names(), ", ")));
    else
      predict_with_model(arguments->model, arguments->kernel, arguments->devices, arguments->report);
  });
}

}  // namespace forewarp::tool
