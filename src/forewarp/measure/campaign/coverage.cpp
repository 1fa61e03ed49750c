// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/coverage.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include "forewarp/support/error.hpp"

namespace forewarp::campaign {
namespace {

using feature::Features;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Gauge {
  const char *name, *meaning;
  std::vector<double> edges;  ///< inner ones; below the first and above the last are classes too
  std::function<double(const Features&)> value;
};

double ratio(double a, double b) { return b > 0 ? a / b : 0; }

const std::vector<Gauge>& gauges() {
  static const std::vector<Gauge> all = {
      {"intensity",
       "arithmetic instructions a byte of global memory and parameters",
       {0.1, 0.3, 1, 3, 10, 30},
       [](const Features& f) { return f.at("arithmetic_intensity"); }},
      {"instructions",
       "thread instructions of the launch",
       {1e5, 1e6, 1e7, 1e8, 1e9, 1e10},
       [](const Features& f) { return f.at("total_instructions"); }},
      {"parallelism",
       "threads in the grid",
       {1e3, 1e4, 1e5, 1e6, 1e7},
       [](const Features& f) { return f.at("threads_per_cta") * f.at("ctas"); }},
      {"block", "threads a block", {33, 65, 129, 257, 513}, [](const Features& f) { return f.at("threads_per_cta"); }},
      {"coalescing",
       "bytes asked over bytes moved, global memory",
       {0.15, 0.3, 0.6, 0.9},
       [](const Features& f) { return f.get("global_efficiency", 1); }},
      {"conflicts",
       "shared-memory cycles over those without bank conflicts; 0: no shared memory",
       {0.5, 1.05, 2, 4, 8},
       [](const Features& f) { return f.at("shared_bytes") > 0 ? f.get("shared_conflict_rate", 1) : 0; }},
      {"divergence",
       "lanes of a warp that are active, on average",
       {8, 16, 24, 30, 31.9},
       [](const Features& f) { return f.get("mean_active_lanes", 32); }},
      {"shared share",
       "bytes of shared memory over those of shared and global memory",
       {0.001, 0.2, 0.5, 0.8, 0.95},
       [](const Features& f) { return ratio(f.at("shared_bytes"), f.at("shared_bytes") + f.at("global_bytes")); }},
      {"special share",
       "special functions over all instructions",
       {1e-6, 0.01, 0.05, 0.15},
       [](const Features& f) { return ratio(f.at("special_ops"), f.at("total_instructions")); }},
      {"logic share",
       "logic and shifts over all instructions",
       {0.01, 0.05, 0.15, 0.4},
       [](const Features& f) { return ratio(f.at("logic_ops"), f.at("total_instructions")); }},
      {"sync",
       "barriers, fences and votes over all instructions",
       {1e-6, 1e-3, 1e-2, 5e-2},
       [](const Features& f) { return ratio(f.at("sync_ops"), f.at("total_instructions")); }},
      {"ilp",
       "instructions over links of the critical path",
       {1.5, 2, 3, 5},
       [](const Features& f) { return f.get("ilp", 1); }},
      {"footprint",
       "bytes of global memory touched",
       {1e4, 1e5, 1e6, 1e7, 1e8},
       [](const Features& f) { return f.get("footprint_bytes", 0); }},
  };
  return all;
}

std::size_t class_of(const Gauge& gauge, const Features& features) {
  return static_cast<std::size_t>(std::ranges::upper_bound(gauge.edges, gauge.value(features)) - gauge.edges.begin());
}

const Gauge& gauge_called(std::string_view name) {
  const auto found = std::ranges::find_if(gauges(), [&](const Gauge& g) { return g.name == name; });
  if (found == gauges().end()) throw InputError("there is no dial '" + std::string(name) + "'");
  return *found;
}

}  // namespace

std::size_t Dial::empty() const {
  return static_cast<std::size_t>(std::ranges::count_if(classes, [](const DialClass& c) { return c.launches == 0; }));
}

std::vector<Dial> coverage(std::span<const Point> launches) {
  std::vector<Dial> dials;
  for (const Gauge& gauge : gauges()) {
    Dial dial{gauge.name, gauge.meaning, std::vector<DialClass>(gauge.edges.size() + 1)};
    for (std::size_t k = 0; k < dial.classes.size(); ++k) {
      dial.classes[k].low = k == 0 ? 0 : gauge.edges[k - 1];
      dial.classes[k].high = k == gauge.edges.size() ? infinity : gauge.edges[k];
    }
    std::vector<std::set<std::string>> kernels(dial.classes.size());
    for (const Point& point : launches) {
      const std::size_t k = class_of(gauge, *point.features);
      if (dial.classes[k].launches++ == 0) dial.classes[k].example = point.kernel;
      kernels[k].insert(point.kernel);
    }
    for (std::size_t k = 0; k < kernels.size(); ++k) dial.classes[k].kernels = kernels[k].size();
    dials.push_back(std::move(dial));
  }
  return dials;
}

std::vector<std::vector<std::size_t>> coverage_of_pair(std::span<const Point> launches, std::string_view x,
                                                       std::string_view y) {
  const Gauge &across = gauge_called(x), &down = gauge_called(y);
  std::vector<std::vector<std::size_t>> counts(down.edges.size() + 1,
                                               std::vector<std::size_t>(across.edges.size() + 1, 0));
  for (const Point& point : launches) ++counts[class_of(down, *point.features)][class_of(across, *point.features)];
  return counts;
}

}  // namespace forewarp::campaign
