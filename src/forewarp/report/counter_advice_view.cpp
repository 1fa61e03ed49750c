// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/counter_advice_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "forewarp/report/json_value.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"

namespace forewarp::report {
namespace {

using advise::CounterAdvice;
using advise::CounterSuggestion;
using nlohmann::json;

std::string indented(const std::string& text) {
  std::string lines = "     ";
  for (const char c : text) {
    lines += c;
    if (c == '\n') lines += "     ";
  }
  return lines.substr(0, lines.find_last_not_of(" \n") + 1) + "\n";
}

std::string suggestion_text(std::size_t rank, const CounterSuggestion& s) {
  std::string text = fmt::format("  {}. {} {}{}", rank, s.id, s.title, s.to_be_sure.empty() ? "" : " (likely)");
  if (s.gain) text += fmt::format(": {:.2f} times as fast at most", *s.gain);
  text += fmt::format("\n       {}\n", s.cause);
  if (s.concerns) text += fmt::format("       it concerns {} of the time\n", percent_text(*s.concerns));
  if (!s.to_be_sure.empty()) text += fmt::format("       to be sure: {}\n", s.to_be_sure);
  return text + indented(s.what);
}

std::string rest_text(const CounterAdvice& advice) {
  std::string text;
  if (advice.suggestions.empty())
    text += advice.unjudged.empty() ? "  no strategy applies\n"
                                    : "  the counters given decide for no strategy; see those not judged\n";
  if (!advice.not_needed.empty()) text += fmt::format("  not needed: {}\n", fmt::join(advice.not_needed, ", "));
  if (!advice.unjudged.empty()) text += "  not judged:\n";
  for (const advise::Unjudged& u : advice.unjudged) text += fmt::format("    {} {}: {}\n", u.id, u.title, u.why);
  return text;
}

json suggestions_json(const CounterAdvice& advice) {
  json all = json::array();
  for (const CounterSuggestion& s : advice.suggestions)
    all.push_back({{"id", s.id},
                   {"title", s.title},
                   {"what", s.what},
                   {"cause", s.cause},
                   {"concerns", value_or_null(s.concerns)},
                   {"gain", value_or_null(s.gain)},
                   {"certain", s.to_be_sure.empty()},
                   {"to_be_sure", s.to_be_sure}});
  return all;
}

std::vector<std::string> head_of(const LaunchAdvice& launch) {
  const auto& limiter = launch.advice.limiter;
  return {launch.kernel,
          launch.id,
          launch.device,
          limiter ? advise::name_of(limiter->bound) : "",
          limiter ? limiter->resource : "",
          limiter ? number_text(limiter->share) : ""};
}

}  // namespace

std::string counter_advice_text(std::span<const LaunchAdvice> all) {
  std::string text;
  for (const LaunchAdvice& launch : all) {
    text += fmt::format("\n{}, launch {}{}\n{}: {}\n", launch.kernel, launch.id,
                        launch.launches > 1 ? fmt::format(", the longest of {}", launch.launches) : "", launch.device,
                        launch.advice.verdict);
    std::size_t rank = 0;
    for (const CounterSuggestion& s : launch.advice.suggestions) text += suggestion_text(++rank, s);
    text += rest_text(launch.advice);
  }
  return text;
}

json counter_advice_json(std::span<const LaunchAdvice> all) {
  json array = json::array();
  for (const LaunchAdvice& launch : all) {
    const CounterAdvice& advice = launch.advice;
    json entry = {{"kernel", launch.kernel},
                  {"id", launch.id},
                  {"launches", launch.launches},
                  {"device", launch.device},
                  {"verdict", advice.verdict},
                  {"bound", nullptr},
                  {"resource", nullptr},
                  {"share", nullptr},
                  {"suggestions", suggestions_json(advice)},
                  {"not_needed", advice.not_needed},
                  {"not_judged", json::array()}};
    if (const auto& l = advice.limiter)
      entry["bound"] = advise::name_of(l->bound), entry["resource"] = l->resource, entry["share"] = l->share;
    for (const advise::Unjudged& u : advice.unjudged)
      entry["not_judged"].push_back({{"id", u.id}, {"title", u.title}, {"why", u.why}});
    array.push_back(std::move(entry));
  }
  return array;
}

std::string counter_advice_csv(std::span<const LaunchAdvice> all) {
  std::string text = "kernel,id,device,bound,resource,share,strategy,judgement,gain,reason\n";
  for (const LaunchAdvice& launch : all) {
    const auto add = [&](const std::string& id, const char* judgement, const std::string& gain,
                         const std::string& reason) {
      std::vector<std::string> line = head_of(launch);
      line.insert(line.end(), {id, judgement, gain, reason});
      text += csv_line(line);
    };
    for (const CounterSuggestion& s : launch.advice.suggestions)
      add(s.id, "advised", s.gain ? number_text(*s.gain) : "", s.cause);
    for (const std::string& id : launch.advice.not_needed) add(id, "not needed", "", "");
    for (const advise::Unjudged& u : launch.advice.unjudged) add(u.id, "not judged", "", u.why);
  }
  return text;
}

}  // namespace forewarp::report
