// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The first screen of predict, advise, rank and profile: the sentence of the text output, two bars for each device as
/// in Nsight Compute's "GPU Speed Of Light", and the changes that are worth most.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "forewarp/emulate/profile/mark.hpp"
#include "forewarp/report/headline.hpp"
#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/text.hpp"

namespace forewarp::report {
namespace {

using Json = AnswerJson;

/// Rows of the first screen; the tables below have all.
constexpr std::size_t max_kernel_rows = 6;
constexpr std::size_t max_changes = 3;

std::vector<Answer::Bar> bars_of(const Json& prediction) {
  const auto speed = speed_from(prediction);
  if (!speed) return {};
  const bool counted = speed->operations.per_s > 0;
  return {{"computation", speed->compute.share,
           speed->compute.resource + (counted ? ", " + rate_text(speed->operations.per_s, "FLOP/s") : "")},
          {"memory", speed->memory.share,
           speed->memory.resource + (speed->dram.per_s > 0 ? ", DRAM " + rate_text(speed->dram.per_s, "B/s") : "")}};
}

/// What advise calls latency-bound has a busiest resource, too, which does not limit.
std::string limiter_of(const Json& one) {
  if (one.contains("limiter")) return one.at("limiter").get<std::string>();
  const std::string bound = one.value("bound", "");
  return bound == "latency" || bound == "launch" ? bound : one.value("resource", "");
}

Answer::Row row_of(const Json& one, const std::string& name) {
  return {name, time_text(one.at("time_s").get<double>()), limiter_of(one), bars_of(one)};
}

std::string first_line_of(const Json& suggestion) {
  for (const Json& cause : suggestion.at("causes"))
    if (const auto line = cause.at("line").get<std::uint64_t>(); line > 0)
      return fmt::format("{}:{}", std::filesystem::path(cause.at("file").get<std::string>()).filename().string(), line);
  return "";
}

void add_changes(const Json& advice, Answer& answer) {
  for (const Json& s : advice.at("suggestions"))
    if (answer.changes.size() < max_changes)
      answer.changes.push_back({fmt::format("{:.2f} times as fast", s.at("gain").get<double>()),
                                s.at("id").get<std::string>() + " " + s.at("title").get<std::string>(),
                                s.at("what").get<std::string>(), first_line_of(s)});
  if (answer.changes.empty()) answer.no_change = advice.at("verdict").get<std::string>();
}

/// Those that run, fastest first. advise --json has no predictions: its advice has the times.
std::vector<Json> fastest_first(const Json& json) {
  std::vector<Json> able;
  for (const Json& p : json.at(json.contains("predictions") ? "predictions" : "advice"))
    if (p.contains("time_s") && p.at("time_s").is_number()) able.push_back(p);
  std::ranges::stable_sort(able, {}, [](const Json& p) { return p.at("time_s").get<double>(); });
  return able;
}

const Json* advice_on(const Json& json, const std::string& device) {
  if (!json.contains("advice")) return nullptr;
  for (const Json& one : json.at("advice"))
    if (one.value("device", "") == device && one.contains("suggestions")) return &one;
  return nullptr;
}

bool is_of_guess(const std::string& kind) {
  return kind.starts_with("work_") || kind.starts_with("traffic_") || kind.starts_with("guessed_");
}

void read_marks(const Json& json, Headline& h) {
  if (!json.contains("marks")) return;
  for (const Json& mark : json.at("marks")) {
    const auto kind = mark.at("kind").get<std::string>();
    h.empty = h.empty || kind == profile::name_of(profile::MarkKind::empty);
    h.lower_bound = h.lower_bound || kind == profile::name_of(profile::MarkKind::waits) ||
                    kind == profile::name_of(profile::MarkKind::untimed);
    if (!is_of_guess(kind)) continue;
    for (const Json& name : mark.at("arguments")) add_guess(h, name.get<std::string>());
  }
}

Headline headline_from(const Json& json, const Json& fastest, std::size_t devices) {
  Headline h{.device = fastest.at("device").get<std::string>(),
             .time_s = fastest.at("time_s").get<double>(),
             .limiter = limiter_of(fastest),
             .speed = speed_from(fastest),
             .architecture = fastest.value("architecture", ""),
             .devices = devices};
  read_checks(fastest, h);
  if (const Json* advice = advice_on(json, h.device)) {
    const Json& all = advice->at("suggestions");
    h.changes = KnownChanges{all.size(), all.empty() ? 1 : all.at(0).at("gain").get<double>()};
  }
  read_marks(json, h);
  return h;
}

std::optional<Answer> answer_of_times(const Json& json) {
  const std::vector<Json> able = fastest_first(json);
  if (able.empty()) return std::nullopt;
  Answer answer{.sentence = headline_text(headline_from(json, able.front(), able.size())),
                .bars_title = "Share of the peak"};
  for (const Json& p : able)
    if (answer.rows.size() < max_kernel_rows) answer.rows.push_back(row_of(p, p.at("device").get<std::string>()));
  answer.left_out = able.size() - answer.rows.size();
  if (const Json* advice = advice_on(json, able.front().at("device").get<std::string>())) add_changes(*advice, answer);
  if (std::ranges::all_of(answer.rows, [](const Answer::Row& row) { return row.bars.empty(); }))
    answer.bars_title = "Fastest first";
  return answer;
}

std::string configuration_text(const Json& candidate) {
  std::string text;
  for (const auto& [name, value] : candidate.at("configuration").items())
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value.get<std::string>());
  return text;
}

/// Candidates as close as this are equal for a model with errors of several percent.
constexpr double alike = 1.03;

std::optional<Answer> answer_of_ranking(const Json& json) {
  std::vector<double> times;
  const Json* top = nullptr;
  for (const Json& c : json.at("candidates")) {
    if (!c.contains("time_s") || !c.at("time_s").is_number() || c.value("group", 1) != 1) continue;
    if (top == nullptr) top = &c;
    times.push_back(c.at("time_s").get<double>());
  }
  if (top == nullptr) return std::nullopt;
  const double best = times.front(), worst = times.back();
  const auto close =
      static_cast<std::size_t>(std::ranges::count_if(times, [&](double t) { return t <= alike * best; }));
  const bool counted = json.contains("variants") && !json.at("variants").empty();
  const Json& first = json.contains("fastest") ? json.at("fastest") : counted ? json.at("variants").at(0) : *top;
  Headline h{
      .device = json.value("device", ""), .time_s = best, .limiter = limiter_of(first), .speed = speed_from(first)};
  h.architecture = first.value("architecture", "");
  read_checks(json, h);
  Answer answer{.sentence = configuration_text(*top) + ": " + headline_text(h), .bars_title = "Share of the peak"};
  answer.sentence += close == times.size() && close > 1
                         ? fmt::format("; all {} configurations are within 3 %: choose freely", close)
                         : fmt::format("; the best of {} configurations, {:.2f} times as fast as the slowest",
                                       times.size(), worst / best);
  if (close > 1 && close < times.size()) answer.sentence += fmt::format("; {} are within 3 % of it", close);
  if (counted)
    for (const Json& v : json.at("variants"))
      answer.rows.push_back(row_of(v, v.at("role").get<std::string>() + ": " + configuration_text(v)));
  answer.changes.push_back(
      {worst > alike * best ? fmt::format("{:.2f} times as fast as the slowest", worst / best) : "",
       "Launch with " + configuration_text(*top), "", ""});
  return answer;
}

double sum_of(const Json& rows, const char* member) {
  double sum = 0;
  for (const Json& row : rows) sum += row.at(member).get<double>();
  return sum;
}

/// Of the bytes that loads and stores of global memory move, those that threads ask for; at most 1.
std::optional<double> used_share(const Json& accesses) {
  double asked = 0, moved = 0;
  for (const Json& a : accesses) {
    if (a.at("space") != "global") continue;
    asked += a.at("lanes").get<double>() * a.at("bytes_per_lane").get<double>();
    moved += 32 * a.at("sectors").get<double>();
  }
  if (!(moved > 0)) return std::nullopt;
  return std::min(1.0, asked / moved);
}

/// A profile knows no device, so there are no time and no limiter: how well warps and sectors are used.
std::optional<Answer> answer_of_profile(const Json& json) {
  const Json& profile = json.at("profile");
  const double threads = sum_of(profile.at("instructions"), "threads"),
               warps = sum_of(profile.at("instructions"), "warps");
  Answer answer{
      .sentence = fmt::format("{} instructions by threads, {} by warps", count_text(threads), count_text(warps)),
      .bars_title = "How well the hardware is used"};
  Answer::Row row{.name = "launch"};
  if (warps > 0) row.bars.push_back({"lanes", std::min(1.0, threads / warps / 32), "of a warp's 32 that are active"});
  if (const auto used = used_share(profile.at("accesses"))) {
    row.bars.push_back({"sectors", *used, "asked for, of the bytes moved"});
    answer.sentence += fmt::format("; {} of the bytes moved are asked for", percent_text(*used));
  }
  answer.sentence += "; a time needs a device: forewarp predict";
  answer.rows.push_back(std::move(row));
  return answer;
}

}  // namespace

std::optional<Answer> kernel_answer(const Json& json) {
  if (json.contains("candidates")) return answer_of_ranking(json);
  if (json.contains("predictions") || json.contains("advice")) return answer_of_times(json);
  if (json.contains("profile")) return answer_of_profile(json);
  return std::nullopt;
}

}  // namespace forewarp::report
