// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/launch_study.hpp"

#include <nlohmann/json.hpp>

#include "forewarp/frontend/ptx/parser.hpp"
#include "forewarp/model/advise/advise.hpp"
#include "forewarp/model/advise/quantities.hpp"
#include "forewarp/report/profile_view.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::report {

LaunchStudies::LaunchStudies(const runtime::Recording& recording, std::span<const device::DeviceSpec> devices,
                             model::Caches caches)
    : recording_(recording), devices_(devices), caches_(caches), strategies_(advise::shipped_strategies()) {
  for (const runtime::LaunchDetail& d : recording.details) details_[d.distinct] = &d;
}

const ptx::Module& LaunchStudies::module(std::size_t code) {
  const auto known = modules_.find(code);
  if (known != modules_.end()) return known->second;
  const runtime::DeviceCode& text = recording_.codes.at(code);
  return modules_.emplace(code, ptx::parse(text.ptx, text.name)).first->second;
}

std::optional<model::MachineWork> LaunchStudies::code_on(std::size_t i, std::size_t distinct) {
  const runtime::Distinct& launch = recording_.distinct.at(distinct);
  if (launch.times.at(i).machine_code.empty()) return std::nullopt;
  const runtime::LaunchDetail& d = detail(distinct);
  auto found = codes_.find(distinct);
  if (found == codes_.end())
    found = codes_.try_emplace(distinct, recording_.codes.at(d.code).ptx, launch.entry, module(d.code), &cache_).first;
  return found->second.on(devices_[i], d.profile);
}

LaunchStudy LaunchStudies::study(std::size_t distinct) {
  const runtime::LaunchDetail& d = detail(distinct);
  LaunchStudy study;
  for (std::size_t i = 0; i < devices_.size(); ++i) {
    const device::DeviceSpec& device = devices_[i];
    try {
      const advise::Situation situation = advise::situation(d.profile, device, caches_, code_on(i, distinct));
      study.advice.push_back({device.name, advise::advise(situation, module(d.code), strategies_)});
      study.predictions.push_back({device.name, situation.prediction});
    } catch (const InputError& e) {
      study.predictions.push_back({device.name, {}, e.what()});
    }
  }
  return study;
}

nlohmann::ordered_json LaunchStudies::document(std::size_t distinct) {
  const runtime::LaunchDetail& d = detail(distinct);
  const runtime::Distinct& launch = recording_.distinct.at(distinct);
  const LaunchStudy answer = study(distinct);
  nlohmann::ordered_json json = {{"kernel", launch.name},
                                 {"entry", launch.entry},
                                 {"grid", {launch.grid.x, launch.grid.y, launch.grid.z}},
                                 {"block", {launch.block.x, launch.block.y, launch.block.z}},
                                 {"registers", launch.registers},
                                 {"shared_bytes", launch.shared_bytes},
                                 {"notes", d.profile.notes}};
  json["predictions"] = prediction_json(answer.predictions);
  json["profile"] = profile_json(d.profile, module(d.code));
  json["ptx"] = {{"text", recording_.codes.at(d.code).ptx}};
  json["advice"] = advice_json(answer.advice);
  return json;
}

}  // namespace forewarp::report
