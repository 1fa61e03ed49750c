// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/counter_prediction_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "forewarp/report/json_value.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"

namespace forewarp::report {
namespace {

using Json = nlohmann::ordered_json;

std::string cell(const std::optional<double>& value) { return value ? number_text(*value) : ""; }

std::string table_of(const std::vector<CounterPrediction>& rows) {
  TextTable table(
      {"launch", "kernel", "device", "time", "range", "limiter", "measured", "error"},
      {Align::left, Align::left, Align::left, Align::right, Align::right, Align::left, Align::right, Align::right});
  for (const CounterPrediction& row : rows) {
    if (!row.reason.empty()) continue;
    const model::Prediction& p = row.prediction;
    table.row({row.id, row.kernel, row.device, time_text(p.time_s),
               fmt::format("{} .. {}", time_text(p.low_s), time_text(p.high_s)), p.limiter,
               row.measured_s ? time_text(*row.measured_s) : "-",
               row.error() ? fmt::format("{:+.1f} %", 100 * *row.error()) : "-"});
  }
  return table.str();
}

/// Each note once.
std::string notes_of(const CounterPredictions& all) {
  std::vector<std::string> notes = all.notes;
  for (const CounterPrediction& row : all.rows)
    for (const std::string& note : row.prediction.notes)
      if (std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
  std::string text;
  for (const std::string& note : notes) text += fmt::format("note: {}\n", note);
  return text;
}

}  // namespace

std::optional<double> CounterPrediction::error() const {
  if (!measured_s || !reason.empty()) return std::nullopt;
  return prediction.time_s / *measured_s - 1;
}

std::string counter_prediction_text(const CounterPredictions& all) {
  std::string text = fmt::format("{}: {}\n\n{}", all.file, all.format, table_of(all.rows));
  for (const CounterPrediction& row : all.rows)
    if (!row.reason.empty())
      text += fmt::format("launch {}, {} on {}: not predicted: {}\n", row.id, row.kernel, row.device, row.reason);
  text += "\n";
  for (const MissingMetric& one : all.missing) text += fmt::format("missing: {}: {}\n", one.name, one.meaning);
  return text + notes_of(all);
}

Json counter_prediction_json(const CounterPredictions& all) {
  Json json{{"file", all.file},
            {"format", all.format},
            {"notes", all.notes},
            {"missing", Json::array()},
            {"launches", Json::array()}};
  for (const MissingMetric& one : all.missing)
    json["missing"].push_back({{"metric", one.name}, {"meaning", one.meaning}});
  for (const CounterPrediction& row : all.rows) {
    Json entry{{"id", row.id}, {"kernel", row.kernel}, {"device", row.device}};
    if (row.reason.empty())
      entry.update({{"time_s", row.prediction.time_s},
                    {"low_s", row.prediction.low_s},
                    {"high_s", row.prediction.high_s},
                    {"limiter", row.prediction.limiter},
                    {"measured_s", value_or_null<Json>(row.measured_s)},
                    {"error", value_or_null<Json>(row.error())},
                    {"notes", row.prediction.notes}});
    else
      entry["reason"] = row.reason;
    json["launches"].push_back(std::move(entry));
  }
  return json;
}

std::string counter_prediction_csv(const CounterPredictions& all) {
  std::string text = "id,kernel,device,time_s,low_s,high_s,limiter,measured_s,error,reason\n";
  for (const CounterPrediction& row : all.rows) {
    std::vector<std::string> line = {row.id, row.kernel, row.device};
    const model::Prediction& p = row.prediction;
    if (row.reason.empty())
      line.insert(line.end(), {number_text(p.time_s), number_text(p.low_s), number_text(p.high_s), p.limiter,
                               cell(row.measured_s), cell(row.error())});
    else
      line.resize(line.size() + 6);
    line.push_back(row.reason);
    text += csv_line(line);
  }
  return text;
}

}  // namespace forewarp::report
