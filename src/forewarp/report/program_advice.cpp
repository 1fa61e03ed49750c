// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/program_advice.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "forewarp/report/launch_study.hpp"
#include "forewarp/report/program_totals.hpp"
#include "forewarp/report/text.hpp"

namespace forewarp::report {

std::string program_advice_text(const runtime::Recording& recording, std::span<const device::DeviceSpec> devices,
                                model::Caches caches) {
  LaunchStudies studies(recording, devices, caches);
  std::string text;
  for (const KernelTotals& k : kernel_totals(recording, 0)) {
    if (!studies.has(k.longest_id)) continue;
    const runtime::Distinct& d = recording.distinct.at(k.longest_id);
    text += fmt::format("{}advice for {}, {} of the kernels' time on {}\ngrid {}x{}x{}, block {}x{}x{}\n\n{}",
                        text.empty() ? "" : "\n", k.name, percent_text(k.share), recording.devices.front(), d.grid.x,
                        d.grid.y, d.grid.z, d.block.x, d.block.y, d.block.z,
                        advice_text(studies.study(k.longest_id).advice));
  }
  return text;
}

nlohmann::ordered_json program_advice_json(const runtime::Recording& recording,
                                           std::span<const device::DeviceSpec> devices, model::Caches caches) {
  LaunchStudies studies(recording, devices, caches);
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const KernelTotals& k : kernel_totals(recording, 0)) {
    if (!studies.has(k.longest_id)) continue;
    const runtime::Distinct& d = recording.distinct.at(k.longest_id);
    json.push_back({{"kernel", k.name},
                    {"distinct", k.longest_id},
                    {"grid", {d.grid.x, d.grid.y, d.grid.z}},
                    {"block", {d.block.x, d.block.y, d.block.z}},
                    {"advice", advice_json(studies.study(k.longest_id).advice)}});
  }
  return json;
}

}  // namespace forewarp::report
