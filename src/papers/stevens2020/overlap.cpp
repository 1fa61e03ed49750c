// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Figure 5: local memory accesses hidden behind global ones.
#include <fmt/format.h>

#include <cmath>

#include "forewarp/measure/calibrate/choose.hpp"
#include "papers/chart_file.hpp"
#include "papers/charts.hpp"
#include "papers/stevens2020/bench.hpp"
#include "papers/stevens2020/stevens2020.hpp"

namespace forewarp::papers::stevens2020 {
namespace {

namespace expression = model::expression;
using calibrate::SizedKernel;
using expression::Form;

constexpr const char* text =
    "p_launch*f_sync_kernel_launch + overlap(p_gmem*f_mem_access_global_float32, p_lmem*f_mem_access_local_float32, "
    "p_edge)";

std::vector<double> metrics_for(const calibrate::Candidate& candidate, const expression::Expression& e,
                                const Table& samples) {
  const expression::Predictor predictor(candidate.calibration);
  std::vector<double> times;
  for (std::size_t row = 0; row < samples.rows(); ++row) {
    std::vector<double> values;
    for (const std::string& feature : e.features) values.push_back(samples.numbers(feature)[row]);
    times.push_back(predictor.value(values));
  }
  return times;
}

/// How many moves fit behind the global accesses by Eq. 8, and what the chosen form hides.
std::string hidden_note(const calibrate::Choice& choice) {
  const auto& eq8 = choice.candidates[1].calibration;
  const auto value = [&](std::string_view name) {
    for (const auto& p : eq8.parameters)
      if (p.name == name) return p.value;
    return 0.0;
  };
  // A work-item pays two global accesses; a sub-group of 32 shares one local load and store a move.
  const double global = 2 * value("p_gmem"), move = 2 * value("p_lmem") / 32;
  const std::string hidden = std::isnan(choice.hidden_share)
                                 ? "no kernel determines how much is hidden: in each, one of the two costs is at zero"
                                 : fmt::format("{:.0f} % of the shorter cost is hidden", 100 * choice.hidden_share);
  return fmt::format(
      "by Eq. 8 the cost of {:.1f} moves hides behind the two global accesses of a work-item (paper: none on K40c and "
      "C2070, 4 to 12 on Titan V, Titan X and R9 Fury); the form chosen by sizes left out is {}, {}",
      move > 0 ? global / move : 0.0, calibrate::name_of(choice.candidates[choice.chosen].form), hidden);
}

}  // namespace

Reproduction overlap(const Options& options) {
  if (options.device.empty()) return not_run();
  Bench bench(options);
  const bool cpu = bench.kind() == calibrate::DeviceKind::cpu;
  const auto all = kernels(fmt::format("overlap_ratio n:{} m:1,2,4,6,8,10,12,16,20,24,32", cpu ? 524288 : 8388608));
  const expression::Expression e = expression::parse(text);
  calibrate::Programs programs(e.features);
  const calibrate::Times times = bench.measure(all, programs);
  const expression::CalibrationOptions how;
  const Table samples = calibrate::samples_of(all, programs, times, how.output);
  const calibrate::Choice choice = calibrate::choose(e, samples, how);
  Reproduction result;
  Table table;
  Table::Numbers moves;
  for (const SizedKernel& kernel : all)
    if (times.seconds.contains(kernel.name)) moves.push_back(static_cast<double>(kernel.sizes.at("m")));
  table.add("m", moves);
  table.add("measured", samples.numbers(how.output), "s");
  report::Chart chart = chart_of("Figure 5: m moves in local memory behind one global load and store", "m", "time", {});
  chart.y.unit = report::Unit::seconds;
  for (const calibrate::Candidate& candidate : choice.candidates) {
    const std::vector<double> told = metrics_for(candidate, e, samples);
    table.add(std::string(calibrate::name_of(candidate.form)), told, "s");
    if (candidate.form != Form::partial)
      chart.series.push_back(series_of(std::string(calibrate::name_of(candidate.form)), moves, told));
    result.scores.push_back(
        {.id = fmt::format("overlap.{}", candidate.form == Form::linear        ? "linear"
                                         : candidate.form == Form::overlapping ? "eq8"
                                                                               : "partial"),
         .what = fmt::format("Figure 5, {}: geometric mean of relative error", calibrate::name_of(candidate.form)),
         .unit = "%",
         .ours = 100 * candidate.calibration.mean_error,
         .target = 10,
         .note = {}});
  }
  chart.series.push_back(series_of("measured", moves, samples.numbers(how.output), report::Series::Style::points));
  result.pictures.push_back({"figure5", chart.title, chart_file(chart)});
  result.tables.push_back({"figure5", chart.title, std::move(table), true});
  result.notes.push_back(hidden_note(choice));
  result.notes.push_back(bench.note(times));
  return result;
}

}  // namespace forewarp::papers::stevens2020
