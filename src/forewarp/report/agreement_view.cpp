// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/agreement_view.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "forewarp/report/text.hpp"

namespace forewarp::report {

std::string agreement_text(const rank::Agreement& agreement, const rank::Space& space) {
  const rank::Accuracy& a = agreement.accuracy;
  std::string text = fmt::format(
      "measured: {} configurations; Spearman {:.3f}; median error {}, {} after division by the bias {:.3g}; {} in the "
      "range\n",
      a.count, a.spearman, percent_text(a.error), percent_text(a.error_calibrated), a.bias, percent_text(a.in_range));
  text += fmt::format(
      "predicted best: {} measured, place {} of {}; measured best: {}; regret {}, {} of the first ten\n",
      time_text(agreement.predicted_best_s), agreement.place, a.count + agreement.not_predicted,
      time_text(agreement.measured_best_s), percent_text(agreement.regret), percent_text(agreement.regret_of_ten));
  text += "measured best is";
  for (const rank::Dimension& d : space.dimensions)
    text += fmt::format(" {}={}", d.name, agreement.measured_best.at(d.name));
  text += "\n";
  if (agreement.not_predicted > 0)
    text += fmt::format("{} of the measured configurations have no prediction\n", agreement.not_predicted);
  TextTable table({"value", "configurations", "bias", "error"});
  for (const rank::ValueError& e : agreement.by_value)
    table.row(
        {e.dimension + "=" + e.value, std::to_string(e.count), fmt::format("{:.2f}", e.bias), percent_text(e.error)});
  return table.empty() ? text : text + "\n" + table.str();
}

nlohmann::json agreement_json(const rank::Agreement& agreement) {
  nlohmann::json values = nlohmann::json::array();
  for (const rank::ValueError& e : agreement.by_value)
    values.push_back({{"dimension", e.dimension},
                      {"value", e.value},
                      {"configurations", e.count},
                      {"bias", e.bias},
                      {"median_error", e.error}});
  const rank::Accuracy& a = agreement.accuracy;
  return {{"configurations", a.count},
          {"not_predicted", agreement.not_predicted},
          {"spearman", a.spearman},
          {"bias", a.bias},
          {"median_error", a.error},
          {"median_error_after_bias", a.error_calibrated},
          {"in_range", a.in_range},
          {"regret", agreement.regret},
          {"regret_of_ten", agreement.regret_of_ten},
          {"predicted_best",
           {{"configuration", agreement.predicted_best},
            {"measured_s", agreement.predicted_best_s},
            {"place", agreement.place}}},
          {"measured_best", {{"configuration", agreement.measured_best}, {"measured_s", agreement.measured_best_s}}},
          {"by_value", std::move(values)}};
}

}  // namespace forewarp::report
