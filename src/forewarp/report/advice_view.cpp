// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/advice_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "forewarp/model/bounds/bounds.hpp"
#include "forewarp/report/headline.hpp"
#include "forewarp/report/prediction_view.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"

namespace forewarp::report {
namespace {

using advise::Cause;
using advise::Suggestion;

std::string place_of(const Cause& cause) {
  if (cause.source_line > 0)
    return fmt::format("{}:{} (PTX line {})", std::filesystem::path(cause.source_file).filename().string(),
                       cause.source_line, cause.ptx_line);
  return cause.ptx_line > 0 ? fmt::format("PTX line {}", cause.ptx_line) : "the launch";
}

std::string indented(const std::string& text, std::string_view indent) {
  std::string lines;
  bool start = true;
  for (const char c : text) {
    if (start && c != '\n') lines += indent;
    start = c == '\n';
    lines += c;
  }
  while (!lines.empty() && lines.back() == '\n') lines.pop_back();
  return lines + "\n";
}

std::string suggestion_text(std::size_t rank, const Suggestion& s) {
  std::string text = fmt::format("  {}. {} {}: {:.2f} times as fast ({:.2f} .. {:.2f}), then held back by {}\n", rank,
                                 s.id, s.title, s.gain, s.low, s.high, s.limiter_after);
  for (const Cause& cause : s.causes) text += fmt::format("       {}: {}\n", place_of(cause), cause.what);
  return text + indented(s.what, "     ");
}

nlohmann::json suggestion_json(const Suggestion& s) {
  nlohmann::json json = {{"id", s.id},
                         {"title", s.title},
                         {"what", s.what},
                         {"gain", s.gain},
                         {"low", s.low},
                         {"high", s.high},
                         {"limiter_after", s.limiter_after}};
  json["causes"] = nlohmann::json::array();
  for (const Cause& c : s.causes)
    json["causes"].push_back(
        {{"what", c.what}, {"file", c.source_file}, {"line", c.source_line}, {"ptx_line", c.ptx_line}});
  return json;
}

/// The devices on whose architecture no predicted time was ever checked.
std::string unchecked_text(std::span<const DeviceAdvice> all) {
  std::string devices;
  for (const DeviceAdvice& d : all)
    if (!d.advice.prediction.errors) devices += (devices.empty() ? "" : ", ") + d.device;
  return devices.empty() ? "" : fmt::format("\nnote: {} ({})\n", model::unchecked_times_note, devices);
}

/// What is known of each device's machine code, where it was asked for.
std::string machine_code_text(std::span<const DeviceAdvice> all) {
  std::vector<std::pair<std::string, std::vector<std::string>>> said;  // statement, devices
  for (const DeviceAdvice& d : all) {
    const std::string& statement = d.advice.prediction.machine_code;
    if (statement.empty()) continue;
    auto at = std::ranges::find(said, statement, [](const auto& s) { return s.first; });
    if (at == said.end()) at = said.insert(said.end(), {statement, {}});
    at->second.push_back(d.device);
  }
  std::string text;
  for (const auto& [statement, devices] : said)
    text += fmt::format("machine code: {} ({})\n", statement, named_devices(devices));
  return text;
}

}  // namespace

std::string advice_text(std::span<const DeviceAdvice> all) {
  std::string text;
  for (const DeviceAdvice& d : all) {
    const model::Prediction& p = d.advice.prediction;
    text += fmt::format("{}{}: {}; {} ({} .. {})\n", text.empty() ? "" : "\n", d.device, d.advice.verdict,
                        time_text(p.time_s), time_text(p.low_s), time_text(p.high_s));
    std::size_t rank = 0;
    for (const Suggestion& s : d.advice.suggestions) text += suggestion_text(++rank, s);
  }
  if (!all.empty()) text += fmt::format("\ncaches: {}\n", model::statement(all.front().advice.prediction.caches));
  text += machine_code_text(all);
  return text + unchecked_text(all);
}

nlohmann::json advice_json(std::span<const DeviceAdvice> all) {
  nlohmann::json json = nlohmann::json::array();
  for (const DeviceAdvice& d : all) {
    nlohmann::json entry = {{"device", d.device},
                            {"bound", advise::name_of(d.advice.limiter.bound)},
                            {"resource", d.advice.limiter.resource},
                            {"share", d.advice.limiter.share},
                            {"verdict", d.advice.verdict},
                            {"caches", model::name_of(d.advice.prediction.caches)},
                            {"time_s", d.advice.prediction.time_s},
                            {"low_s", d.advice.prediction.low_s},
                            {"high_s", d.advice.prediction.high_s},
                            {"speed", speed_json(d.advice.prediction)},
                            {"times_checked", d.advice.prediction.errors.has_value()},
                            {"time_errors", time_errors_json(d.advice.prediction.errors)},
                            {"architecture", d.advice.prediction.architecture},
                            {"machine_code", d.advice.prediction.machine_code}};
    entry["suggestions"] = nlohmann::json::array();
    for (const Suggestion& s : d.advice.suggestions) entry["suggestions"].push_back(suggestion_json(s));
    json.push_back(std::move(entry));
  }
  return json;
}

std::string advice_csv(std::span<const DeviceAdvice> all) {
  std::string text = "device,bound,resource,share,rank,id,gain,low,high,file,line,ptx_line,cause\n";
  for (const DeviceAdvice& d : all) {
    const advise::Limiter& l = d.advice.limiter;
    std::vector<std::string> head = {d.device, advise::name_of(l.bound), l.resource, number_text(l.share)};
    std::size_t rank = 0;
    for (const Suggestion& s : d.advice.suggestions) {
      std::vector<std::string> line = head;
      const Cause& c = s.causes.front();
      for (std::string cell :
           {fmt::format("{}", ++rank), s.id, number_text(s.gain), number_text(s.low), number_text(s.high),
            c.source_file, fmt::format("{}", c.source_line), fmt::format("{}", c.ptx_line), c.what})
        line.push_back(std::move(cell));
      text += csv_line(line);
    }
    if (rank > 0) continue;
    head.insert(head.end(), {"0", "", "1", "1", "1", "", "", "", d.advice.verdict});
    text += csv_line(head);
  }
  return text;
}

}  // namespace forewarp::report
