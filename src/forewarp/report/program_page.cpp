// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/program_page.hpp"

#include <algorithm>
#include <numeric>

#include <nlohmann/json.hpp>

#include "forewarp/report/launch_study.hpp"
#include "forewarp/report/program_timeline.hpp"
#include "forewarp/report/program_view.hpp"

namespace forewarp::report {
namespace {

/// Distinct launches by the time that all like them take on the first device, longest first.
std::vector<std::size_t> longest_first(const runtime::Recording& r) {
  std::vector<double> total_s(r.distinct.size());
  for (const runtime::Operation& o : r.operations)
    if (o.kind == runtime::Operation::Kind::launch) total_s.at(o.distinct) += o.times.at(0).seconds();
  std::vector<std::size_t> order(r.distinct.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t id) { return total_s[id]; });
  return order;
}

}  // namespace

nlohmann::ordered_json program_page_json(const runtime::Recording& recording,
                                         std::span<const device::DeviceSpec> devices, model::Caches caches,
                                         std::size_t studies) {
  nlohmann::ordered_json json = program_json(recording);
  json["timeline"] = timeline_json(recording);
  LaunchStudies all(recording, devices, caches);
  nlohmann::ordered_json kept = nlohmann::ordered_json::array();
  for (const std::size_t id : longest_first(recording))
    if (kept.size() < studies && all.has(id)) kept.push_back({{"id", id}, {"document", all.document(id)}});
  json["studies"] = std::move(kept);
  return json;
}

}  // namespace forewarp::report
