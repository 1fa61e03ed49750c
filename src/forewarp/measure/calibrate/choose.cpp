// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/calibrate/choose.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "forewarp/support/statistics.hpp"

namespace forewarp::calibrate {

namespace expression = model::expression;
using expression::Form;

namespace {

std::vector<Form> forms_of(const expression::Expression& e) {
  if (e.overlaps.empty()) return {Form::as_written};
  return {Form::linear, Form::overlapping, Form::partial};
}

Candidate candidate_of(const expression::Expression& e, Form form, const Table& samples,
                       const expression::CalibrationOptions& options) {
  const expression::Expression formed = form == Form::as_written ? e : expression::reformed(e, form);
  Candidate candidate{form, expression::calibrate(formed, samples, options), std::numeric_limits<double>::quiet_NaN()};
  const std::vector<std::string>& groups = samples.texts("left_out");
  const std::set<std::string> distinct(groups.begin(), groups.end());
  const bool enough = distinct.size() > 1 && samples.rows() > 2 * formed.parameters.size();
  if (enough) candidate.cross_validated = expression::compare({formed}, samples, groups, options)[0].mean_error;
  return candidate;
}

double error_of(const Candidate& c) {
  return std::isnan(c.cross_validated) ? c.calibration.mean_error : c.cross_validated;
}

/// The shares that each kernel's time hides of its shorter cost.
std::vector<double> hidden_shares(const expression::Expression& e, const expression::Calibration& calibration,
                                  const Table& samples, const std::string& output) {
  std::vector<std::string> names;
  std::vector<double> values;
  for (const auto& p : calibration.parameters) names.push_back(p.name), values.push_back(p.value);
  for (const std::string& name : e.parameters)  // the edge, of which a sum has none
    if (std::ranges::find(names, name) == names.end()) names.push_back(name), values.push_back(0);
  const expression::Expression linear = expression::reformed(e, Form::linear);
  const expression::Compiled sum(linear.tree, e.features, names);
  std::vector<std::pair<expression::Compiled, expression::Compiled>> costs;
  for (const auto& [a, b] : e.overlaps)
    costs.emplace_back(expression::Compiled(e.tree, a, e.features, names),
                       expression::Compiled(e.tree, b, e.features, names));
  std::vector<double> shares, features(e.features.size());
  for (std::size_t row = 0; row < samples.rows(); ++row) {
    for (std::size_t j = 0; j < features.size(); ++j) features[j] = samples.numbers(e.features[j])[row];
    const double time = samples.numbers(output)[row];
    for (const auto& [first, second] : costs) {
      const double a = first(features, values), b = second(features, values);
      const double rest = time - (sum(features, values) - a - b);
      if (a >= 0.1 * time && b >= 0.1 * time && rest > 0) shares.push_back(expression::hidden_share(rest, a, b));
    }
  }
  return shares;
}

}  // namespace

std::string_view name_of(Form form) {
  switch (form) {
    case Form::linear:
      return "linear (Eq. 7)";
    case Form::overlapping:
      return "overlapping (Eq. 8)";
    case Form::partial:
      return "partly overlapping (ours)";
    case Form::as_written:
      break;
  }
  return "as written";
}

Choice choose(const expression::Expression& e, const Table& samples, const expression::CalibrationOptions& options) {
  Choice choice;
  choice.hidden_share = std::numeric_limits<double>::quiet_NaN();
  for (const Form form : forms_of(e)) choice.candidates.push_back(candidate_of(e, form, samples, options));
  for (std::size_t i = 1; i < choice.candidates.size(); ++i)
    if (error_of(choice.candidates[i]) < 0.95 * error_of(choice.candidates[choice.chosen])) choice.chosen = i;
  if (e.overlaps.empty()) return choice;
  const auto& told = choice.calibration();
  const std::vector<double> shares = hidden_shares(e, told, samples, options.output);
  choice.hidden_kernels = shares.size();
  if (!shares.empty()) choice.hidden_share = quantile(shares, 0.5);
  return choice;
}

}  // namespace forewarp::calibrate
