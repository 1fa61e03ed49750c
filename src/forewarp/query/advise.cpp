// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/query/advise.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "forewarp/model/advise/advise.hpp"
#include "forewarp/model/model.hpp"
#include "forewarp/query/device_order.hpp"
#include "forewarp/query/machine_listing.hpp"
#include "forewarp/report/heading.hpp"
#include "forewarp/report/prediction_view.hpp"
#include "forewarp/report/profile_view.hpp"
#include "forewarp/report/ptx_json.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::query {
namespace {

nlohmann::json refused_json(const std::vector<Refused>& refused) {
  nlohmann::json json = nlohmann::json::array();
  for (const Refused& one : refused) json.push_back({{"device", one.device}, {"reason", one.reason}});
  return json;
}

report::DeviceAdvice advice_for(const std::string& caches, const device::DeviceSpec& device,
                                const std::vector<advise::Strategy>& strategies, PreparedCode& code) {
  const profile::Profile& profile = code.profile(device.warp_size);
  const advise::Situation situation =
      advise::situation(profile, device, model::caches_called(caches), code.machine_work(device));
  return {device.name, advise::advise(situation, *code.kernel().module, strategies)};
}

}  // namespace

std::optional<report::DeviceAdvice> advice_on_fastest(PreparedKernel& kernel, const PredictOptions& options,
                                                      const Predicted& predicted) {
  const bool other_model = !options.model.empty() && options.model != model::default_model().name();
  if (options.measured || other_model) return std::nullopt;
  const auto devices = kernel.devices(options.devices, options.conditions);
  const auto fastest = std::ranges::find(*devices, predicted.rows.front().device, &device::DeviceSpec::name);
  if (fastest == devices->end()) return std::nullopt;
  return advice_for(options.caches, *fastest, advise::shipped_strategies(), *predicted.code);
}

Advised advise(PreparedKernel& kernel, const AdviseOptions& options, Progress* progress) {
  const auto named = kernel.devices(options.devices, {});
  const std::vector<device::DeviceSpec>& devices = *named;
  const std::vector<advise::Strategy> strategies =
      options.strategies.empty() ? advise::shipped_strategies() : advise::read_strategies(options.strategies);
  Advised advised;
  const auto reporting = kernel.reporting_to(progress);
  advised.code = kernel.code_for(devices);
  advised.devices = named;
  for (const device::DeviceSpec& device : devices) {
    advised.named.push_back(device.name);
    try {
      if (const auto reason = advised.code->refused_by(device)) throw InputError(*reason);
      advised.all.push_back(advice_for(options.caches, device, strategies, *advised.code));
    } catch (const InputError& error) {
      const std::string_view reason = error.what();
      advised.refused.push_back({device.name, std::string(reason.substr(0, reason.find('\n')))});
    }
  }
  if (advised.all.empty()) throw InputError(advised.refused.front().reason);
  std::ranges::stable_sort(advised.all, {}, [](const report::DeviceAdvice& a) { return a.advice.prediction.time_s; });
  return advised;
}

nlohmann::ordered_json advised_json(const Advised& advised) {
  nlohmann::ordered_json json = report::heading_json(advised.code->kernel(), advised.code->first_profile());
  json["advice"] = report::advice_json(as_named(advised.all, advised.named));
  json["cannot_run"] = refused_json(advised.refused);
  return json;
}

nlohmann::ordered_json advised_document(const Advised& advised) {
  const kernel::Kernel& kernel = advised.code->kernel();
  const profile::Profile& first = advised.code->first_profile();
  nlohmann::ordered_json document = report::heading_json(kernel, first);
  document["advice"] = report::advice_json(advised.all);
  std::vector<report::DevicePrediction> predictions;
  for (const report::DeviceAdvice& one : advised.all) predictions.push_back({one.device, one.advice.prediction});
  for (const Refused& one : advised.refused) predictions.push_back({one.device, {}, one.reason});
  document["predictions"] = report::prediction_json(predictions);
  document["profile"] = report::profile_json(first, *kernel.module);
  document["ptx"] = report::ptx_json(kernel.code.ptx, *kernel.module);
  std::vector<std::string> order;
  for (const report::DeviceAdvice& one : advised.all) order.push_back(one.device);
  put_machine_listing(document, *advised.code, *advised.devices, order);
  return document;
}

}  // namespace forewarp::query
