// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/calibrate/parameter_rates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "forewarp/model/device/driver_name.hpp"

namespace forewarp::calibrate {

namespace expression = model::expression;
using expression::Feature;

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// The feature that a parameter multiplies, of p*f or f*p anywhere; "" where it is not one alone.
std::string multiplied_by(const expression::Tree& tree, const std::string& parameter) {
  std::string feature;
  const std::vector<bool> used = tree.reachable(tree.root);
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i] || tree.nodes[i].op != forewarp::expression::Op::multiply) continue;
    const std::string& a = tree.nodes[tree.nodes[i].operand[0]].text;
    const std::string& b = tree.nodes[tree.nodes[i].operand[1]].text;
    if (a == parameter && b.starts_with("f_")) feature = b;
    if (b == parameter && a.starts_with("f_")) feature = a;
  }
  return feature;
}

/// Work of one unit of the feature: 32 operations of a sub-group, the bytes of one access.
struct Unit {
  std::string granularity, unit;
  double work = unknown;
};

Unit unit_of(const Feature& f, const std::string& text, std::span<const SizedKernel> kernels, Programs& programs) {
  switch (f.kind) {
    case Feature::Class::operation:
    case Feature::Class::chain:
      return {"SG", "op/s", 32.0 * (f.operation == "madd" ? 2 : 1)};
    case Feature::Class::mem_access:
      for (const SizedKernel& kernel : kernels)
        if (const auto unit = programs.access_unit(kernel, text))
          return {unit->granularity == count::Granularity::sub_group ? "SG" : "WI", "B/s",
                  static_cast<double>(unit->bytes) * (unit->granularity == count::Granularity::sub_group ? 32 : 1)};
      return {};
    case Feature::Class::barrier:
    case Feature::Class::groups:
      return {"WG", "", unknown};
    case Feature::Class::work_items:
      return {"WI", "", unknown};
    case Feature::Class::launch:
      return {"K", "", unknown};
    case Feature::Class::own:
      break;
  }
  return {};
}

double peak_of(const device::DeviceSpec& spec, const Feature& f) {
  const double cycles = spec.boost_hz * spec.sms;
  if (f.kind == Feature::Class::mem_access)
    return f.space == "local" ? cycles * spec.shared_bytes_per_cycle : spec.dram_bytes_per_s;
  if (f.kind != Feature::Class::operation) return unknown;
  if (f.data_type == "float64") return cycles * spec.throughput.fp64 * (f.operation == "madd" ? 2 : 1);
  const bool plain = f.operation == "add" || f.operation == "mul" || f.operation == "madd";
  if (f.data_type == "float32" && plain) return cycles * spec.throughput.fp32 * (f.operation == "madd" ? 2 : 1);
  return unknown;
}

double best_measured(std::size_t column, double work, std::span<const SizedKernel> kernels, Programs& programs,
                     const Times& times) {
  double best = unknown;
  for (const SizedKernel& kernel : kernels) {
    const auto time = times.seconds.find(kernel.name);
    if (time == times.seconds.end()) continue;
    const double rate = programs.values(kernel)[column] * work / time->second;
    if (rate > 0 && !(rate <= best)) best = rate;
  }
  return best;
}

std::string remark_of(const ParameterRate& row, const expression::CalibratedParameter& p) {
  if (p.at_bound) return "at 0: these kernels see no cost";
  if (std::isnan(p.standard_error)) return "the data do not determine it";
  if (p.standard_error > p.value) return "smaller than its error";
  if (!std::isnan(row.peak) && !row.peak_is_measured && row.rate > 1.05 * row.peak)
    return fmt::format("{:.1f} times the peak: reused in a cache, or hidden", row.rate / row.peak);
  if (!std::isnan(row.peak) && row.peak_is_measured && row.rate > 2 * row.peak)
    return "over twice what any kernel reached: it was never what a kernel waited for";
  return "";
}

}  // namespace

std::vector<ParameterRate> parameter_rates(const expression::Calibration& calibration,
                                           std::span<const SizedKernel> kernels, Programs& programs, const Times& times,
                                           const run::DeviceInfo& device) {
  const expression::Expression e = expression::parse(calibration.expression);
  const auto spec = device::data_sheet_of(device.name);
  std::vector<ParameterRate> rows;
  for (const expression::CalibratedParameter& p : calibration.parameters) {
    ParameterRate row{.parameter = p.name,
                      .feature = {},
                      .seconds = p.value,
                      .standard_error = p.standard_error,
                      .granularity = {},
                      .rate = unknown,
                      .unit = {},
                      .peak = unknown,
                      .remark = {}};
    row.feature = multiplied_by(e.tree, p.name);
    const auto& features = programs.features();
    const auto column = std::ranges::find(features, row.feature);
    if (column != features.end()) {
      const Feature f = expression::parse_feature(row.feature);
      const Unit unit = unit_of(f, row.feature, kernels, programs);
      row.granularity = unit.granularity;
      row.unit = unit.unit;
      if (p.value > 0) row.rate = unit.work / p.value;
      row.peak_is_measured = !spec;
      if (!std::isnan(unit.work))
        row.peak = spec ? peak_of(*spec, f)
                        : best_measured(static_cast<std::size_t>(column - features.begin()), unit.work, kernels,
                                        programs, times);
    }
    row.remark = remark_of(row, p);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace forewarp::calibrate
