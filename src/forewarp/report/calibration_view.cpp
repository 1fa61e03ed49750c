// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/calibration_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "forewarp/report/json_value.hpp"
#include "forewarp/report/text.hpp"

namespace forewarp::report {

namespace {

using model::expression::Calibration;
using model::expression::Predictor;

std::string rate_cell(double value, const std::string& unit) {
  return std::isnan(value) ? std::string() : fmt::format("{:.3g} {}", value, unit);
}

std::string choice_text(const calibrate::Choice& choice) {
  if (choice.candidates.size() < 2) return "";
  TextTable rows({"form", "error on sizes left out", "own error", "residual", ""});
  for (std::size_t i = 0; i < choice.candidates.size(); ++i) {
    const calibrate::Candidate& c = choice.candidates[i];
    rows.row({std::string(calibrate::name_of(c.form)),
              std::isnan(c.cross_validated) ? "too few" : fmt::format("{:.1f} %", 100 * c.cross_validated),
              fmt::format("{:.1f} %", 100 * c.calibration.mean_error), fmt::format("{:.3g}", c.calibration.residual),
              i == choice.chosen ? "chosen" : ""});
  }
  std::string text = rows.str();
  if (std::isnan(choice.hidden_share))
    text +=
        "no kernel has both costs, each a tenth of its time or more: these kernels do not distinguish a sum from an "
        "overlap\n";
  else
    text += fmt::format("{} kernels have both costs: their times leave no room for {:.0f} % of the shorter (median)\n",
                        choice.hidden_kernels, 100 * choice.hidden_share);
  return text + "\n";
}

std::vector<std::string> notes_of(const Calibration& c) {
  std::vector<std::string> notes;
  for (const std::string& p : c.not_told) notes.push_back(fmt::format("no measurement kernel depends on {}", p));
  for (const auto& group : c.not_told_apart)
    notes.push_back(fmt::format("only together determined: {}", fmt::join(group, ", ")));
  return notes;
}

nlohmann::json parameters_json(const CalibrationResult& result) {
  nlohmann::json all = nlohmann::json::array();
  for (std::size_t j = 0; j < result.rates.size(); ++j) {
    const calibrate::ParameterRate& r = result.rates[j];
    all.push_back({{"name", r.parameter},
                   {"feature", r.feature},
                   {"value", r.seconds},
                   {"standard_error", finite_or_null(r.standard_error)},
                   {"relative_error", finite_or_null(r.seconds > 0 ? r.standard_error / r.seconds : std::nan(""))},
                   {"at_bound", result.calibration.parameters.at(j).at_bound},
                   {"per", r.granularity},
                   {"rate", finite_or_null(r.rate)},
                   {"rate_unit", r.unit},
                   {"peak", finite_or_null(r.peak)},
                   {"peak_is_measured", r.peak_is_measured},
                   {"share_of_peak", finite_or_null(r.peak > 0 ? r.rate / r.peak : std::nan(""))},
                   {"remark", r.remark}});
  }
  return all;
}

/// Each parameter a thousandth greater, the others as they are.
std::vector<Predictor> nudged(const Calibration& calibration, double by) {
  std::vector<Predictor> all;
  for (std::size_t j = 0; j < calibration.parameters.size(); ++j) {
    Calibration one = calibration;
    one.parameters[j].value *= 1 + by;
    all.emplace_back(one);
  }
  return all;
}

nlohmann::json kernels_json(const CalibrationResult& result) {
  constexpr double by = 1e-3;
  const Predictor predictor(result.calibration);
  const std::vector<Predictor> others = nudged(result.calibration, by);
  const auto& names = result.samples.texts("kernel");
  const auto& measured = result.samples.numbers(result.calibration.output);
  nlohmann::json all = nlohmann::json::array();
  std::vector<double> features(predictor.features().size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = 0; j < features.size(); ++j) features[j] = result.samples.numbers(predictor.features()[j])[i];
    const double fitted = predictor.value(features);
    nlohmann::json influence = nlohmann::json::array();
    for (const Predictor& other : others)
      influence.push_back(finite_or_null(fitted > 0 ? (other.value(features) / fitted - 1) / by : 0));
    all.push_back({{"kernel", names[i]},
                   {"measured_s", measured[i]},
                   {"fitted_s", fitted},
                   {"residual", finite_or_null(fitted / measured[i] - 1)},
                   {"influence", std::move(influence)}});
  }
  return all;
}

nlohmann::json forms_json(const CalibrationResult& result) {
  nlohmann::json all = nlohmann::json::array();
  if (!result.choice) return all;
  for (std::size_t i = 0; i < result.choice->candidates.size(); ++i) {
    const calibrate::Candidate& c = result.choice->candidates[i];
    all.push_back({{"form", calibrate::name_of(c.form)},
                   {"cross_validated", finite_or_null(c.cross_validated)},
                   {"mean_error", finite_or_null(c.calibration.mean_error)},
                   {"residual", finite_or_null(c.calibration.residual)},
                   {"chosen", i == result.choice->chosen}});
  }
  return all;
}

}  // namespace

std::string calibration_text(const CalibrationResult& result) {
  const Calibration& c = result.calibration;
  std::string text = result.choice ? choice_text(*result.choice) : "";
  text += fmt::format("{}\n{} measurement kernels on {}, {}\n", c.expression, c.samples, c.device, c.date);
  const bool of_time = c.output == "f_cl_wall_time";
  if (!of_time) text += fmt::format("predicts {}\n", c.output);
  text += "\n";
  TextTable rows({"parameter", of_time ? "seconds" : "value", "standard error", "per", "rate", "peak", ""});
  for (const calibrate::ParameterRate& r : result.rates)
    rows.row({r.parameter, fmt::format("{:.3g}", r.seconds),
              std::isnan(r.standard_error) ? "" : fmt::format("{:.2g}", r.standard_error), r.granularity,
              rate_cell(r.rate, r.unit), rate_cell(r.peak, r.peak_is_measured ? r.unit + " measured" : r.unit),
              r.remark});
  text += rows.str();
  text += fmt::format("\ngeometric mean of relative error {:.1f} %, residual {:.3g}, condition {:.2g}\n",
                      100 * c.mean_error, c.residual, c.condition);
  for (const std::string& note : notes_of(c)) text += "note: " + note + "\n";
  return text;
}

nlohmann::json calibration_json(const CalibrationResult& result) {
  const Calibration& c = result.calibration;
  return {{"expression", c.expression},
          {"output", c.output},
          {"device", c.device},
          {"driver", c.driver},
          {"date", c.date},
          {"mean_error", finite_or_null(c.mean_error)},
          {"residual", finite_or_null(c.residual)},
          {"condition", finite_or_null(c.condition)},
          {"parameters", parameters_json(result)},
          {"kernels", kernels_json(result)},
          {"forms", forms_json(result)},
          {"notes", notes_of(c)}};
}

}  // namespace forewarp::report
