// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/counters/catalogue.hpp"

#include <algorithm>

namespace forewarp::counters {

std::string_view name_of(Kind kind) {
  switch (kind) {
    case Kind::absolute:
      return "absolute";
    case Kind::efficiency:
      return "efficiency";
    case Kind::utilisation:
      return "utilisation";
    case Kind::throughput:
      return "throughput";
  }
  return "";
}

// catalogue.def is included twice with different macros: METRIC rows are what users ask for,
// COUNTED rows what other metrics are computed from. One file keeps both profilers' names and our
// unit of each metric together.
const std::vector<Metric>& catalogue() {
  static const std::vector<Metric> all = {
#define FOREWARP_METRIC(name, nvprof, nsight, unit, factor, kind, meaning) \
  {#name, nvprof, nsight, unit, factor, Kind::kind, meaning},
#include "forewarp/model/counters/catalogue.def"
#undef FOREWARP_METRIC
#undef FOREWARP_COUNTED
  };
  return all;
}

const std::vector<Metric>& counted_metrics() {
  static const std::vector<Metric> all = {
#define FOREWARP_METRIC(...)
#define FOREWARP_COUNTED(name, nvprof, nsight, unit, factor, kind, meaning) \
  {#name, nvprof, nsight, unit, factor, Kind::kind, meaning},
#include "forewarp/model/counters/catalogue.def"
#undef FOREWARP_METRIC
#undef FOREWARP_COUNTED
  };
  return all;
}

/// By any of the three names. Linear, as the catalogue has some hundred rows.
const Metric* find_metric(std::string_view name) {
  if (name.empty()) return nullptr;
  for (const auto* list : {&catalogue(), &counted_metrics()})
    for (const Metric& metric : *list)
      if (metric.name == name || metric.nvprof == name || metric.nsight == name) return &metric;
  return nullptr;
}

std::vector<std::string_view> relative_metrics() {
  std::vector<std::string_view> names;
  for (const Metric& metric : catalogue())
    if (metric.kind != Kind::absolute) names.push_back(metric.name);
  return names;
}

/// Without repetitions: several of ours may come from one of Nsight Compute's, in other units.
std::vector<std::string_view> nsight_metrics() {
  std::vector<std::string_view> names;
  for (const Metric& metric : catalogue())
    if (!metric.nsight.empty() && std::find(names.begin(), names.end(), metric.nsight) == names.end())
      names.push_back(metric.nsight);
  return names;
}

}  // namespace forewarp::counters
