// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/evaluation_view.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "forewarp/report/json_value.hpp"
#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"

namespace forewarp::report {
namespace {

using validate::Evaluation;
using validate::MethodResult;
using validate::SchemeResult;
using validate::Task;

/// "8.1 %", "31 %", "2.1k %": errors may be thousands of percent.
std::string error_text(double fraction) {
  if (!std::isfinite(fraction)) return "inf";
  return fraction < 10 ? percent_text(fraction) : count_text(std::round(fraction * 100)) + " %";
}

std::string plain(double value) { return std::isfinite(value) ? fmt::format("{:.2f}", value) : "-"; }

std::string range_text(const MethodResult& method) {
  if (!method.coverage) return "";
  if (!std::isfinite(method.coverage->median_factor)) return "too few rows";
  return fmt::format("x{:.3g}, covers {}{}", method.coverage->median_factor, percent_text(method.coverage->covered),
                     method.coverage->own ? ", its own" : "");
}

double level_of(const SchemeResult& scheme) {
  for (const MethodResult& method : scheme.methods)
    if (method.coverage) return method.coverage->level;
  return std::nan("");
}

std::string errors_table(const SchemeResult& scheme) {
  const double level = level_of(scheme);
  TextTable table({"method", "median", "MAPE", "90 %", "max", "factor", "R2", "rank",
                   std::isnan(level) ? "" : fmt::format("range of {}", percent_text(level))},
                  {Align::left, Align::right, Align::right, Align::right, Align::right, Align::right, Align::right,
                   Align::right, Align::left});
  for (const MethodResult& method : scheme.methods) {
    const validate::ErrorSummary& e = *method.errors;
    table.row({method.name, error_text(e.median), error_text(e.mape), error_text(e.p90), error_text(e.max),
               plain(e.factor), plain(e.r2), plain(e.spearman), range_text(method)});
  }
  return table.str("  ");
}

std::string outside_text(const Task& task, const SchemeResult& scheme) {
  const MethodResult& own = scheme.methods.back();
  if (!own.errors || scheme.outside.count == 0) return "";
  return fmt::format("  {} rows lie outside what was learnt from: {} is off by {} there, by {} elsewhere (medians)\n",
                     scheme.outside.count, own.name,
                     error_text(validate::median_error_where(own, task.target, scheme.outside, true)),
                     error_text(validate::median_error_where(own, task.target, scheme.outside, false)));
}

std::string confusion_text(const MethodResult& method) {
  const validate::Confusion& confusion = method.classes->confusion;
  std::vector<std::string> header = {"truly \\ called"};
  for (const std::string& name : confusion.classes) header.push_back(name);
  for (const char* name : {"precision", "recall", "F1"}) header.emplace_back(name);
  TextTable table(header);
  for (std::size_t t = 0; t < confusion.classes.size(); ++t) {
    std::vector<std::string> cells = {confusion.classes[t]};
    for (std::size_t p = 0; p < confusion.classes.size(); ++p) cells.push_back(fmt::format("{}", confusion.at(t, p)));
    const validate::ClassScore& score = method.classes->per_class[t];
    for (const double value : {score.precision, score.recall, score.f1}) cells.push_back(plain(value));
    table.row(std::move(cells));
  }
  return fmt::format("  {}\n{}", method.name, table.str("    "));
}

std::string classes_table(const SchemeResult& scheme) {
  TextTable table({"method", "right", "precision", "recall", "F1"});
  std::string confusions;
  for (const MethodResult& method : scheme.methods) {
    const validate::ClassSummary& c = *method.classes;
    table.row({method.name, percent_text(c.accuracy), plain(c.precision), plain(c.recall), plain(c.f1)});
    if (!method.baseline) confusions += confusion_text(method);
  }
  return table.str("  ") + confusions;
}

nlohmann::json errors_json(const validate::ErrorSummary& e) {
  return {{"rows", e.count},
          {"mape", finite_or_null(e.mape)},
          {"median", finite_or_null(e.median)},
          {"p25", finite_or_null(e.p25)},
          {"p75", finite_or_null(e.p75)},
          {"p90", finite_or_null(e.p90)},
          {"p95", finite_or_null(e.p95)},
          {"max", finite_or_null(e.max)},
          {"factor", finite_or_null(e.factor)},
          {"rmse", finite_or_null(e.rmse)},
          {"r2", finite_or_null(e.r2)},
          {"spearman", finite_or_null(e.spearman)}};
}

nlohmann::json classes_json(const validate::ClassSummary& c) {
  nlohmann::json each = nlohmann::json::array();
  for (const validate::ClassScore& score : c.per_class)
    each.push_back({{"class", score.name},
                    {"rows", score.count},
                    {"precision", score.precision},
                    {"recall", score.recall},
                    {"f1", score.f1}});
  return {{"accuracy", c.accuracy},     {"precision", c.precision},       {"recall", c.recall}, {"f1", c.f1},
          {"classes", std::move(each)}, {"confusion", c.confusion.counts}};
}

nlohmann::json method_json(const Task& task, const SchemeResult& scheme, const MethodResult& method) {
  nlohmann::json json = {{"method", method.name}, {"baseline", method.baseline}};
  if (method.errors) json["errors"] = errors_json(*method.errors);
  if (method.classes) json["classes"] = classes_json(*method.classes);
  if (method.coverage)
    json["range"] = {{"level", method.coverage->level},
                     {"covered", method.coverage->covered},
                     {"median_factor", finite_or_null(method.coverage->median_factor)},
                     {"own", method.coverage->own}};
  if (method.errors) {
    json["median_outside"] = finite_or_null(validate::median_error_where(method, task.target, scheme.outside, true));
    json["median_inside"] = finite_or_null(validate::median_error_where(method, task.target, scheme.outside, false));
  }
  return json;
}

}  // namespace

std::string evaluation_text(const Task& task, const Evaluation& evaluation) {
  std::string text = beginning(evaluation_answer(evaluation_json(task, evaluation)));
  text += fmt::format("{} of {} rows by {} features\n", table::heading({task.target_name, {}, task.target_unit}),
                      evaluation.rows, evaluation.features);
  for (const std::string& note : task.notes) text += fmt::format("note: {}\n", note);
  for (const SchemeResult& scheme : evaluation.schemes) {
    text += fmt::format("\n{}: {} folds, {} rows\n", scheme.name, scheme.folds, scheme.tested);
    text += task.target.is_class() ? classes_table(scheme) : errors_table(scheme) + outside_text(task, scheme);
  }
  return text;
}

std::string evaluation_csv(const Evaluation& evaluation) {
  const bool classes = !evaluation.schemes.empty() && evaluation.schemes.front().methods.front().classes.has_value();
  std::string csv = classes ? "scheme,folds,method,baseline,accuracy,precision,recall,f1\n"
                            : "scheme,folds,method,baseline,rows,median,mape,p25,p75,p90,p95,max,factor,rmse,r2,"
                              "spearman,range_level,range_covers,range_factor\n";
  for (const SchemeResult& scheme : evaluation.schemes)
    for (const MethodResult& m : scheme.methods) {
      std::vector<std::string> cells = {scheme.name, fmt::format("{}", scheme.folds), m.name, m.baseline ? "1" : "0"};
      const auto add = [&](std::initializer_list<double> values) {
        for (const double v : values) cells.push_back(std::isnan(v) ? "" : number_text(v));
      };
      if (m.classes) add({m.classes->accuracy, m.classes->precision, m.classes->recall, m.classes->f1});
      if (m.errors) {
        const validate::ErrorSummary& e = *m.errors;
        cells.push_back(fmt::format("{}", e.count));
        add({e.median, e.mape, e.p25, e.p75, e.p90, e.p95, e.max, e.factor, e.rmse, e.r2, e.spearman});
        const validate::Coverage none{.level = std::nan(""), .covered = std::nan(""), .median_factor = std::nan("")};
        const validate::Coverage& c = m.coverage ? *m.coverage : none;
        add({c.level, c.covered, c.median_factor});
      }
      csv += csv_line(cells);
    }
  return csv;
}

nlohmann::json evaluation_json(const Task& task, const Evaluation& evaluation) {
  nlohmann::json schemes = nlohmann::json::array();
  for (const SchemeResult& scheme : evaluation.schemes) {
    nlohmann::json methods = nlohmann::json::array();
    for (const MethodResult& method : scheme.methods) methods.push_back(method_json(task, scheme, method));
    schemes.push_back({{"name", scheme.name},
                       {"folds", scheme.folds},
                       {"rows", scheme.tested},
                       {"outside", scheme.outside.count},
                       {"methods", std::move(methods)}});
  }
  return {{"target", task.target_name},
          {"rows", evaluation.rows},
          {"features", task.samples.names()},
          {"notes", task.notes},
          {"schemes", std::move(schemes)}};
}

std::string held_out_csv(const Task& task, const Evaluation& evaluation) {
  std::vector<std::string> header = {"row"};
  for (const validate::Group& group : task.groups) header.push_back(group.column);
  header.push_back("measured");
  for (const SchemeResult& scheme : evaluation.schemes)
    for (const MethodResult& method : scheme.methods) header.push_back(method.name + " (" + scheme.name + ")");
  const auto value = [&](double v) {
    if (std::isnan(v)) return std::string();
    return task.target.is_class() ? task.target.classes[static_cast<std::size_t>(v)] : number_text(v);
  };
  std::string csv = csv_line(header);
  for (std::size_t i = 0; i < task.rows.size(); ++i) {
    std::vector<std::string> cells = {fmt::format("{}", task.rows[i] + 1)};
    for (const validate::Group& group : task.groups) cells.push_back(group.of_row[i]);
    cells.push_back(value(task.target.values[i]));
    for (const SchemeResult& scheme : evaluation.schemes)
      for (const MethodResult& method : scheme.methods) cells.push_back(value(method.predicted[i]));
    csv += csv_line(cells);
  }
  return csv;
}

/// The fold that tests each row, null where none does.
static nlohmann::json fold_names(const validate::Splits& splits) {
  nlohmann::json names = nlohmann::json::array();
  for (const std::size_t fold : splits.fold_of) {
    if (fold == validate::Splits::always_train)
      names.push_back(nullptr);
    else
      names.push_back(fold < splits.names.size() ? splits.names[fold] : fmt::format("fold {}", fold + 1));
  }
  return names;
}

nlohmann::json held_out_json(const Task& task, const Evaluation& evaluation) {
  nlohmann::json json{{"target", task.target_name}, {"unit", task.target_unit}, {"measured", task.target.values}};
  json["labels"] = task.groups.empty() ? std::vector<std::string>{} : task.groups.front().of_row;
  for (const SchemeResult& scheme : evaluation.schemes) json["folds"][scheme.name] = fold_names(scheme.splits);
  for (const SchemeResult& scheme : evaluation.schemes)
    for (const MethodResult& method : scheme.methods)
      if (!method.baseline) json["predicted"][scheme.name][method.name] = method.predicted;
  return json;
}

}  // namespace forewarp::report
