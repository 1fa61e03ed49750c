// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/query/predict.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "forewarp/model/bsp/measured.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/query/device_order.hpp"
#include "forewarp/query/machine_listing.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/profile_view.hpp"
#include "forewarp/report/ptx_json.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::query {
namespace {

/// What the answer depends on beside the launch and the devices.
std::vector<std::string> condition_notes(const device::Conditions& conditions) {
  std::vector<std::string> notes;
  if (conditions.clock_hz > 0)
    notes.push_back(fmt::format("the SMs run at {:g} MHz (--clock)", conditions.clock_hz * 1e-6));
  if (conditions.as_ncu)
    notes.push_back(fmt::format("as Nsight Compute measures (--ncu): {}caches cold",
                                conditions.clock_hz > 0 ? "" : "base clock, "));
  if (conditions.in_graph) notes.emplace_back("the launch is a node of a CUDA graph (--graph)");
  return notes;
}

const model::Model& model_of(const PredictOptions& options) {
  return options.model.empty() ? model::default_model() : model::model_called(options.model);
}

/// The parameters of the run that was measured over those of the launch that is asked for.
KernelOptions measured_options(KernelOptions options, const MeasuredRun& run) {
  kernel::Request& request = options.request;
  for (const std::string& set : run.set) {
    const std::string name = set.substr(0, set.find('=') + 1);
    const auto same = [&](const std::string& other) { return other.starts_with(name); };
    std::erase_if(request.set, same);
    std::erase_if(request.arguments, same);
    request.set.push_back(set);
  }
  return options;
}

/// What the run that was measured teaches about the others. The kernel is compiled as for these.
model::bsp::Learnt learn(const PreparedKernel& kernel, const PredictOptions& options, const device::DeviceSpec& device,
                         unsigned capability, Progress* progress) {
  const KernelOptions measured = measured_options(kernel.options(), *options.measured);
  PassedOn passed_on;
  const PassedOn::Scope scope(passed_on, progress);
  const std::vector<unsigned> capabilities = {capability};
  PreparedCode code(measured, kernel.machine_code(), capabilities, passed_on);
  const model::Prediction predicted =
      model::predict(model::summarise(code.profile(device.warp_size)), code.machine_work(device), device,
                     model::caches_called(options.caches), model_of(options));
  const double time_s = options.measured->time_s;
  return {.lambda = model::bsp::lambda_over(predicted, device.launch_overhead_s, time_s),
          .measured_on = device.name,
          .warning = model::bsp::beats_data_sheet(predicted, time_s, device.name)};
}

/// A source that needs a newer GPU than some of the list is compiled for the others.
void refuse_older(std::vector<model::OnDevice>& rows, const PreparedCode& code) {
  for (model::OnDevice& row : rows) {
    const auto reason = code.refused_by(row.device);
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

nlohmann::ordered_json json_of(const Predicted& predicted, const std::vector<report::DevicePrediction>& rows) {
  nlohmann::ordered_json json = report::heading_json(predicted.kernel(), predicted.profile());
  json["predictions"] = report::prediction_json(rows);
  return json;
}

}  // namespace

kernel::Kernel Predicted::kernel() const {
  kernel::Kernel kernel = code->kernel();
  kernel.notes.insert(kernel.notes.end(), notes.begin(), notes.end());
  return kernel;
}

Predicted predict(PreparedKernel& kernel, const PredictOptions& options, Progress* progress) {
  const auto named = kernel.devices(options.devices, options.conditions);
  const std::vector<device::DeviceSpec>& devices = *named;
  const model::Caches caches = model::caches_called(options.caches);
  const model::Model& chosen = model_of(options);
  Predicted result;
  const auto reporting = kernel.reporting_to(progress);
  std::optional<model::bsp::LambdaModel> corrected;
  if (options.measured) {
    std::vector<device::DeviceSpec> all = devices;
    all.push_back(device::under(device::find_device(options.measured->device), options.conditions));
    result.code = kernel.code_for(all);
    corrected.emplace(chosen, learn(kernel, options, all.back(), result.code->lowest(), progress));
  } else {
    result.code = kernel.code_for(devices);
  }
  PreparedCode& code = *result.code;
  const model::Model& model = corrected ? static_cast<const model::Model&>(*corrected) : chosen;
  const model::Assembling assembling = code.begin_machine_work(devices);
  std::vector<model::OnDevice> rows = model::predict_each(
      devices, [&](unsigned warp_size) -> const model::OfWidth& { return code.summary(warp_size); }, caches, model,
      [&](const device::DeviceSpec& device) { return code.machine_work(device); });
  refuse_older(rows, code);
  result.rows = rows_of(std::move(rows));
  result.notes = condition_notes(options.conditions);
  result.devices = named;
  for (const device::DeviceSpec& device : devices) result.named.push_back(device.name);
  return result;
}

nlohmann::ordered_json predicted_json(const Predicted& predicted) {
  return json_of(predicted, as_named(predicted.rows, predicted.named));
}

nlohmann::ordered_json predicted_rows_json(const Predicted& predicted) {
  return report::prediction_json(as_named(predicted.rows, predicted.named));
}

nlohmann::ordered_json predicted_document(const Predicted& predicted,
                                          const std::optional<report::DeviceAdvice>& advice) {
  nlohmann::ordered_json document = json_of(predicted, predicted.rows);
  document["command"] = "predict";
  if (advice) document["advice"] = report::advice_json({&*advice, 1});
  document["profile"] = report::profile_json(predicted.profile(), *predicted.code->kernel().module);
  document["ptx"] = report::ptx_json(predicted.code->kernel().code.ptx, *predicted.code->kernel().module);
  std::vector<std::string> order;
  for (const report::DevicePrediction& row : predicted.rows)
    if (row.reason.empty()) order.push_back(row.device);
  put_machine_listing(document, *predicted.code, *predicted.devices, order);
  return document;
}

}  // namespace forewarp::query
