// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/tuner_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "forewarp/frontend/source/entry.hpp"
#include "forewarp/support/json.hpp"

namespace forewarp::report {
namespace {

using Json = nlohmann::ordered_json;
/// Of a prediction there is no time of day: the same space gives the same file.
constexpr const char* timestamp = "1970-01-01 00:00:00+00:00";
constexpr double ms_per_s = 1e3;

Json json_of(const python::Value& value) {
  if (const bool* truth = std::get_if<bool>(&value.is)) return *truth;
  if (const auto* whole = std::get_if<std::int64_t>(&value.is)) return *whole;
  if (const double* real = std::get_if<double>(&value.is)) return *real;
  if (const std::string* text = value.text()) return *text;
  Json list = Json::array();
  if (value.list() != nullptr)
    for (const python::Value& one : *value.list()) list.push_back(json_of(one));
  return list;
}

Json configuration_json(const rank::Candidate& c, const std::vector<std::string>& names) {
  Json json = Json::object();
  for (const std::string& name : names) json[name] = json_of(python::value_of(c.configuration.at(name)));
  return json;
}

/// Candidates of the first group are the first of the ranking.
bool has_time(const rank::Ranking& ranking, std::size_t i) { return i < with_time(ranking); }

/// Kernel Tuner's name of why there is no time.
const char* error_of(const rank::Candidate& c) {
  switch (c.refusal) {
    case rank::Refusal::constraint:
      return "InvalidConfig";
    case rank::Refusal::code:
      return "CompilationFailedConfig";
    case rank::Refusal::launch:
    case rank::Refusal::none:  // it runs, and does other work
      break;
  }
  return "RuntimeFailedConfig";
}

const char* invalidity_of(const rank::Candidate& c) {
  switch (c.refusal) {
    case rank::Refusal::none:
      return "correctness";
    case rank::Refusal::constraint:
      return "constraints";
    case rank::Refusal::code:
      return "compile";
    case rank::Refusal::launch:
      break;
  }
  return "runtime";
}

Json entry_of(const rank::Ranking& ranking, std::size_t i, const std::vector<std::string>& names) {
  const rank::Candidate& c = ranking.candidates[i];
  Json entry = configuration_json(c, names);
  if (has_time(ranking, i)) {
    entry["time"] = ms_per_s * c.prediction->time_s;
    entry["times"] = {ms_per_s * c.prediction->time_s};
    entry["time_low"] = ms_per_s * c.prediction->low_s;
    entry["time_high"] = ms_per_s * c.prediction->high_s;
  } else {
    entry["time"] = entry["__error__"] = error_of(c);
    entry["times"] = Json::array();
  }
  for (const char* name : {"compile_time", "verification_time", "benchmark_time", "strategy_time", "framework_time"})
    entry[name] = 0;
  entry["timestamp"] = timestamp;
  return entry;
}

/// Kernel Tuner looks a configuration up by this.
std::string key_of(const rank::Candidate& c, const std::vector<std::string>& names) {
  std::string key;
  for (const std::string& name : names)
    key += (key.empty() ? "" : ",") + python::str(python::value_of(c.configuration.at(name)));
  return key;
}

std::string kernel_name_of(const rank::Ranking& ranking, const TunerHeading& heading) {
  if (!heading.kernel_name.empty()) return heading.kernel_name;
  const auto named = std::ranges::find_if(ranking.candidates, [](const auto& c) { return !c.entry.empty(); });
  return named == ranking.candidates.end() ? "" : source::bare_name(named->entry);
}

}  // namespace

std::size_t with_time(const rank::Ranking& ranking) {
  return ranking.groups.empty() ? 0 : ranking.groups.front().count;
}

/// Entries are written one after the other: an ordered object finds its members by search, which would take the square
/// of their number. The end is as Kernel Tuner wants it in order to append: "}\n}".
std::string kernel_tuner_cache(const rank::Ranking& ranking, const rank::RankOptions& options,
                               const TunerHeading& heading) {
  std::vector<std::string> names;
  Json params = Json::object();
  for (const rank::Dimension& d : options.space.dimensions) {
    names.push_back(d.name);
    for (const std::string& value : d.values) params[d.name].push_back(json_of(python::value_of(value)));
  }
  Json head = {{"device_name", options.device.name}, {"kernel_name", kernel_name_of(ranking, heading)}};
  if (heading.problem_size) head["problem_size"] = json_of(*heading.problem_size);
  head["tune_params_keys"] = names;
  head["tune_params"] = std::move(params);
  head["objective"] = "time";
  std::string text = head.dump(1, ' ', false, Json::error_handler_t::replace);
  text.resize(text.size() - 2);  // "\n}"
  text += ",\n \"cache\": {";
  for (std::size_t i = 0; i < ranking.candidates.size(); ++i)
    text += fmt::format("{}\n{}: {}", i == 0 ? "" : ",", json_string(key_of(ranking.candidates[i], names)),
                        entry_of(ranking, i, names).dump(-1, ' ', false, Json::error_handler_t::replace));
  return text + "\n}\n}\n";
}

Json t4_results(const rank::Ranking& ranking) {
  Json results = Json::array();
  for (std::size_t i = 0; i < ranking.candidates.size(); ++i) {
    const rank::Candidate& c = ranking.candidates[i];
    std::vector<std::string> names;
    for (const auto& [name, value] : c.configuration) names.push_back(name);
    Json result = {{"timestamp", timestamp}, {"configuration", configuration_json(c, names)}};
    Json runtimes = Json::array(), measurements = Json::array();
    const bool timed = has_time(ranking, i);
    if (timed) {
      runtimes.push_back(ms_per_s * c.prediction->time_s);
      for (const auto& [name, time_s] : {std::pair{"time", c.prediction->time_s},
                                         {"time_low", c.prediction->low_s},
                                         {"time_high", c.prediction->high_s}})
        measurements.push_back({{"name", name}, {"value", ms_per_s * time_s}, {"unit", "ms"}});
    }
    result["times"] = {{"compilation", 0},      {"benchmark", 0},  {"framework", 0},
                       {"search_algorithm", 0}, {"validation", 0}, {"runtimes", std::move(runtimes)}};
    result["invalidity"] = timed ? "correct" : invalidity_of(c);
    result["correctness"] = timed ? 1 : 0;
    result["measurements"] = std::move(measurements);
    result["objectives"] = {"time"};
    results.push_back(std::move(result));
  }
  return {{"results", std::move(results)}, {"schema_version", "1.0.0"}, {"metadata", {{"timeunit", "milliseconds"}}}};
}

}  // namespace forewarp::report
