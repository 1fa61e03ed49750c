// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/prediction_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "forewarp/report/headline.hpp"
#include "forewarp/report/json_value.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"

namespace forewarp::report {
namespace {

using model::Prediction;

/// Devices whose terms fit side by side on a terminal.
constexpr std::size_t max_columns = 8;

/// Devices that a note names before it only counts the others.
constexpr std::size_t max_named = 6;

std::vector<DevicePrediction> able(std::span<const DevicePrediction> predictions) {
  std::vector<DevicePrediction> all;
  std::ranges::copy_if(predictions, std::back_inserter(all), [](const auto& p) { return p.reason.empty(); });
  return all;
}

std::vector<std::string> term_names(std::span<const DevicePrediction> predictions) {
  std::vector<std::string> names;
  for (const auto& p : predictions)
    for (const auto& term : p.prediction.terms)
      if (std::find(names.begin(), names.end(), term.name) == names.end()) names.push_back(term.name);
  return names;
}

std::optional<double> term_of(const Prediction& p, const std::string& name) {
  for (const auto& term : p.terms)
    if (term.name == name) return term.time_s;
  return std::nullopt;
}

/// "55.1 .. 80.3 us"; both units where they differ; "55.1 us or more" where something is not counted.
std::string range_text(const Prediction& p) {
  if (profile::is_lower_bound(p.marks)) return time_text(p.low_s) + " or more";
  std::string low = time_text(p.low_s);
  const std::string high = time_text(p.high_s);
  const auto unit = [](const std::string& text) { return text.substr(std::min(text.find(' '), text.size())); };
  if (unit(low) == unit(high)) low.resize(low.size() - unit(low).size());
  return low + " .. " + high;
}

std::string devices_table(std::span<const DevicePrediction> predictions) {
  TextTable table({"device", "time", "range", "limiter", "occupancy", "waves"},
                  {Align::left, Align::right, Align::right, Align::left, Align::left, Align::right});
  for (const auto& [device, p, reason] : predictions)
    table.row({device, time_text(p.time_s), range_text(p), p.limiter,
               percent_text(p.achieved_occupancy) + " of " + percent_text(p.theoretical.fraction),
               fmt::format("{:.{}f}", p.waves, p.waves < 100 ? 1 : 0)});
  return table.str();
}

std::string terms_table(std::span<const DevicePrediction> all) {
  const auto predictions = all.first(std::min(max_columns, all.size()));
  std::vector<std::string> header = {"term"};
  for (const auto& p : predictions) header.push_back(p.device);
  TextTable table(std::move(header));
  for (const auto& name : term_names(predictions)) {
    std::vector<std::string> cells = {name};
    for (const auto& p : predictions) {
      const auto time = term_of(p.prediction, name);
      cells.push_back(time ? time_text(*time) : "-");
    }
    table.row(std::move(cells));
  }
  std::string text = table.str();
  if (predictions.size() < all.size())
    text += fmt::format("... of the fastest {}; --json and --csv have all {}\n", predictions.size(), all.size());
  return text;
}

std::string refused_table(std::span<const DevicePrediction> predictions) {
  TextTable table({"cannot run", "why"}, {Align::left, Align::left});
  bool any = false;
  for (const auto& p : predictions) {
    if (p.reason.empty()) continue;
    table.row({p.device, p.reason});
    any = true;
  }
  return any ? "\n" + table.str() : "";
}

std::string notes(std::span<const DevicePrediction> predictions) {
  std::vector<std::pair<std::string, std::vector<std::string>>> said;  // note, devices
  for (const auto& [device, p, reason] : predictions)
    for (const auto& note : p.notes) {
      const auto at = std::find_if(said.begin(), said.end(), [&](const auto& s) { return s.first == note; });
      if (at == said.end()) {
        said.emplace_back(note, std::vector{device});
      } else {
        at->second.push_back(device);
      }
    }
  std::string text;
  for (const auto& [note, devices] : said) text += fmt::format("note: {} ({})\n", note, named_devices(devices));
  return text;
}

/// What the data sheet allows at best; null where no peak of it bounds the launch.
nlohmann::ordered_json least_json(const Prediction& p) {
  if (p.roofs.empty()) return nullptr;
  return {{"time_s", p.min_s()}, {"peak", p.roofs.front().name}};
}

nlohmann::ordered_json occupancy_json(const Prediction& p) {
  auto json = object_for(5);
  json["theoretical"] = p.theoretical.fraction;
  json["achieved"] = p.achieved_occupancy;
  json["blocks_per_sm"] = p.theoretical.blocks_per_sm;
  json["warps_per_sm"] = p.theoretical.warps_per_sm;
  json["limit"] = device::name_of(p.theoretical.limit);
  return json;
}

nlohmann::ordered_json row_json(const std::string& device, const Prediction& p) {
  auto terms = object_for(p.terms.size());
  for (const auto& term : p.terms) terms[term.name] = term.time_s;
  auto json = object_for(18);
  json["device"] = device;
  json["time_s"] = p.time_s;
  json["low_s"] = p.low_s;
  json["high_s"] = p.high_s;
  json["lower_bound"] = profile::is_lower_bound(p.marks);
  json["limiter"] = p.limiter;
  json["speed"] = speed_json(p);
  json["terms"] = std::move(terms);
  json["occupancy"] = occupancy_json(p);
  json["waves"] = p.waves;
  json["caches"] = model::name_of(p.caches);
  json["least"] = least_json(p);
  json["times_checked"] = p.errors.has_value();
  json["time_errors"] = time_errors_json(p.errors);
  json["architecture"] = p.architecture;
  json["machine_code"] = p.machine_code.empty() ? "estimated" : p.machine_code;
  json["registers"] = p.registers > 0 ? nlohmann::ordered_json(p.registers) : nullptr;
  json["notes"] = p.notes;
  return json;
}

}  // namespace

std::string named_devices(const std::vector<std::string>& devices) {
  std::string text;
  for (std::size_t i = 0; i < std::min(max_named, devices.size()); ++i) text += (i > 0 ? ", " : "") + devices[i];
  return devices.size() <= max_named ? text : text + fmt::format(" and {} more", devices.size() - max_named);
}

std::string prediction_text(std::span<const DevicePrediction> predictions) {
  const std::vector<DevicePrediction> runs = able(predictions);
  std::string text = devices_table(runs) + "\n" + terms_table(runs) + refused_table(predictions);
  if (!runs.empty()) text += fmt::format("\ncaches: {}\n", model::statement(runs.front().prediction.caches));
  if (const std::string said = notes(runs); !said.empty()) text += "\n" + said;
  return text;
}

nlohmann::ordered_json prediction_json(std::span<const DevicePrediction> predictions) {
  auto all = nlohmann::ordered_json::array();
  for (const auto& [device, p, reason] : predictions) {
    if (!reason.empty()) {
      all.push_back({{"device", device}, {"reason", reason}});
      continue;
    }
    all.push_back(row_json(device, p));
  }
  return all;
}

std::string prediction_csv(std::span<const DevicePrediction> predictions) {
  const auto names = term_names(predictions);
  std::vector<std::string> header = {
      "device",        "time_s", "low_s", "high_s", "limiter", "theoretical_occupancy", "achieved_occupancy",
      "blocks_per_sm", "waves"};
  const std::size_t fixed = header.size();
  for (const auto& name : names) header.push_back(name + "_s");
  header.emplace_back("reason");
  std::string text = csv_line(header);
  for (const auto& [device, p, reason] : predictions) {
    std::vector<std::string> cells = {device};
    if (reason.empty())
      cells.insert(cells.end(), {number_text(p.time_s), number_text(p.low_s), number_text(p.high_s), p.limiter,
                                 number_text(p.theoretical.fraction), number_text(p.achieved_occupancy),
                                 std::to_string(p.theoretical.blocks_per_sm), number_text(p.waves)});
    cells.resize(fixed);
    for (const auto& name : names) {
      const auto time = term_of(p, name);
      cells.push_back(time ? number_text(*time) : "");
    }
    cells.push_back(reason);
    text += csv_line(cells);
  }
  return text;
}

}  // namespace forewarp::report
