// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/figures_view.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "forewarp/report/text.hpp"

namespace forewarp::report {
namespace {

std::string value_text(double value) { return value != 0 ? fmt::format("{:.4g}", value) : "-"; }

std::string span_text(const figures::FittedFigure& f) {
  return f.low == f.high ? value_text(f.low) : fmt::format("{:.4g} to {:.4g}", f.low, f.high);
}

std::string fitted_text(const figures::Fit& fit) {
  TextTable table({"figure", "now", "fitted", "rows", "single rows", "residual"});
  for (const figures::FittedFigure& f : fit.figures)
    if (f.value)
      table.row({f.key, value_text(f.now), value_text(*f.value), f.rows > 0 ? std::to_string(f.rows) : "-",
                 f.rows > 0 ? span_text(f) : "-", f.rows > 0 ? percent_text(f.residual) : "-"});
  return table.empty() ? "no figure is determined\n" : table.str();
}

std::string left_text(const figures::Fit& fit) {
  TextTable table({"figure", "now", "reason"}, {Align::left, Align::right, Align::left});
  for (const figures::FittedFigure& f : fit.figures)
    if (!f.value) table.row({f.key, value_text(f.now), f.reason});
  return table.empty() ? "" : "\nnot determined, as in the base:\n" + table.str("  ");
}

std::string shares_text(const figures::Fit& fit) {
  std::string text;
  for (const figures::MixShare& mix : fit.mixes)
    text += fmt::format("{}{} {:.2f}", text.empty() ? "\nshare of the DRAM peak: " : ", ", mix.kernel, mix.share);
  return text.empty() ? "" : text + "\n";
}

std::string check_text(const figures::Fit& fit) {
  if (!fit.check) return "";
  const figures::StreamCheck& c = *fit.check;
  return fmt::format(
      "\nstream.csv, {} rows predicted: median error {} (base {}), 90 % below {} (base {})\n"
      "left out: rows that figures are from ({})\n",
      c.rows, percent_text(c.median), percent_text(c.base_median), percent_text(c.q90), percent_text(c.base_q90),
      c.left_out);
}

nlohmann::json figure_json(const figures::FittedFigure& f) {
  nlohmann::json row = {{"key", f.key}, {"now", f.now}};
  if (!f.value) {
    row["reason"] = f.reason;
    return row;
  }
  row["fitted"] = *f.value;
  row["rows"] = f.rows;
  row["low"] = f.low;
  row["high"] = f.high;
  row["residual"] = f.residual;
  row["source"] = f.source;
  return row;
}

}  // namespace

std::string figures_text(const figures::Fit& fit, const std::string& base) {
  return fmt::format("{}: figures from measurements, base {}\n\n", fit.device.name, base) + fitted_text(fit) +
         left_text(fit) + shares_text(fit) + check_text(fit);
}

nlohmann::json figures_json(const figures::Fit& fit, const std::string& base) {
  nlohmann::json json = {{"device", fit.device.name}, {"base", base}};
  json["figures"] = nlohmann::json::array();
  for (const figures::FittedFigure& f : fit.figures) json["figures"].push_back(figure_json(f));
  json["shares_of_dram_peak"] = nlohmann::json::array();
  for (const figures::MixShare& mix : fit.mixes)
    json["shares_of_dram_peak"].push_back(
        {{"kernel", mix.kernel}, {"written", mix.written}, {"share", mix.share}, {"rows", mix.rows}});
  if (fit.check)
    json["streams"] = {
        {"rows", fit.check->rows}, {"left_out", fit.check->left_out},       {"median", fit.check->median},
        {"q90", fit.check->q90},   {"base_median", fit.check->base_median}, {"base_q90", fit.check->base_q90}};
  return json;
}

}  // namespace forewarp::report
