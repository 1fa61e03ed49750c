// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/model_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"

namespace forewarp::report {
namespace {

using learn::Pipeline;

bool any_measured(const std::vector<AnsweredRow>& rows) {
  for (const AnsweredRow& row : rows)
    if (!std::isnan(row.measured)) return true;
  return false;
}

std::string value_text(const Pipeline& pipeline, double value) {
  if (std::isnan(value)) return "";
  return pipeline.is_class() ? pipeline.classes()[static_cast<std::size_t>(value)] : number_text(value);
}

std::string brief(const Pipeline& pipeline, double value) {
  return pipeline.is_class() || std::isnan(value) ? value_text(pipeline, value) : fmt::format("{:.4g}", value);
}

std::string off_text(const Pipeline& pipeline, const AnsweredRow& row) {
  if (std::isnan(row.measured)) return "";
  if (pipeline.is_class()) return row.answer.value == row.measured ? "right" : "wrong";
  return percent_text(std::abs(row.answer.value / row.measured - 1));
}

}  // namespace

std::string model_text(const Pipeline& pipeline, const learn::ModelNotes& notes) {
  std::string text = fmt::format("{} on {} features, {} rows, target {}", pipeline.spec().learner,
                                 pipeline.spec().features.size(), notes.data_rows, pipeline.spec().target.name);
  const auto& range = pipeline.range();
  if (range && range->kind == learn::Range::Kind::quantiles)
    text += fmt::format("; ranges of {} are its own quantiles", percent_text(range->level));
  else if (range)
    text += fmt::format("; ranges of {}: {:.3g} to {:.3g} times the prediction", percent_text(range->level), range->low,
                        range->high);
  else if (!pipeline.is_class())
    text += "; too few rows for a range";
  return text + "\n";
}

nlohmann::json model_json(const Pipeline& pipeline, const learn::ModelNotes& notes) {
  nlohmann::json features = nlohmann::json::array(), errors = nlohmann::json::array();
  for (const learn::Variable& f : pipeline.spec().features) features.push_back(f.name);
  for (const learn::ErrorFigure& e : notes.errors)
    errors.push_back({{"split", e.split}, {"metric", e.metric}, {"unit", e.unit}, {"value", e.value}});
  nlohmann::json json = {{"learner", pipeline.spec().learner},
                         {"settings", pipeline.spec().settings},
                         {"target", pipeline.spec().target.name},
                         {"features", std::move(features)},
                         {"rows", notes.data_rows},
                         {"digest", notes.data_digest},
                         {"split", notes.split},
                         {"errors", std::move(errors)}};
  if (const auto& range = pipeline.range())
    json["range"] = {{"level", range->level}, {"low", range->low}, {"high", range->high}};
  return json;
}

std::string answers_text(const Pipeline& pipeline, const std::vector<AnsweredRow>& rows) {
  const bool measured = any_measured(rows);
  std::vector<std::string> header = {"row",
                                     table::heading({pipeline.spec().target.name, {}, pipeline.spec().target.unit})};
  std::vector<Align> alignment = {Align::left, Align::right};
  const auto column = [&](std::string name, Align align) {
    header.push_back(std::move(name));
    alignment.push_back(align);
  };
  if (!pipeline.is_class()) {
    column("low", Align::right);
    column("high", Align::right);
  }
  if (measured) {
    column("measured", Align::right);
    column("off by", Align::right);
  }
  column("outside what was learnt from", Align::left);
  TextTable table(std::move(header), std::move(alignment));
  for (const AnsweredRow& row : rows) {
    std::vector<std::string> cells = {row.label, brief(pipeline, row.answer.value)};
    if (!pipeline.is_class()) {
      cells.push_back(row.answer.low ? fmt::format("{:.4g}", *row.answer.low) : "-");
      cells.push_back(row.answer.high ? fmt::format("{:.4g}", *row.answer.high) : "-");
    }
    if (measured) {
      cells.push_back(brief(pipeline, row.measured));
      cells.push_back(off_text(pipeline, row));
    }
    cells.push_back(fmt::format("{}", fmt::join(row.outside, " ")));
    table.row(std::move(cells));
  }
  return table.str();
}

std::string answers_csv(const Pipeline& pipeline, const std::vector<AnsweredRow>& rows) {
  const bool measured = any_measured(rows);
  std::vector<std::string> header = {"row",
                                     table::heading({pipeline.spec().target.name, {}, pipeline.spec().target.unit})};
  if (!pipeline.is_class()) header.insert(header.end(), {"low", "high"});
  for (const std::string& name : pipeline.classes()) header.push_back("probability " + name);
  if (measured) header.emplace_back("measured");
  header.emplace_back("outside");
  std::string csv = csv_line(header);
  for (const AnsweredRow& row : rows) {
    std::vector<std::string> cells = {row.label, value_text(pipeline, row.answer.value)};
    if (!pipeline.is_class())
      for (const auto& end : {row.answer.low, row.answer.high}) cells.push_back(end ? number_text(*end) : "");
    for (const double p : row.answer.probabilities) cells.push_back(number_text(p));
    if (measured) cells.push_back(value_text(pipeline, row.measured));
    cells.push_back(fmt::format("{}", fmt::join(row.outside, " ")));
    csv += csv_line(cells);
  }
  return csv;
}

nlohmann::json answers_json(const Pipeline& pipeline, const std::vector<AnsweredRow>& rows) {
  nlohmann::json all = nlohmann::json::array();
  for (const AnsweredRow& row : rows) {
    nlohmann::json one = {{"row", row.label}, {"outside", row.outside}};
    if (pipeline.is_class())
      one["class"] = value_text(pipeline, row.answer.value);
    else
      one["value"] = row.answer.value;
    if (row.answer.low) one["low"] = *row.answer.low;
    if (row.answer.high) one["high"] = *row.answer.high;
    if (!row.answer.probabilities.empty()) one["probabilities"] = row.answer.probabilities;
    if (!std::isnan(row.measured) && pipeline.is_class()) one["measured"] = value_text(pipeline, row.measured);
    if (!std::isnan(row.measured) && !pipeline.is_class()) one["measured"] = row.measured;
    all.push_back(std::move(one));
  }
  return {{"target", pipeline.spec().target.name}, {"unit", pipeline.spec().target.unit}, {"answers", std::move(all)}};
}

}  // namespace forewarp::report
