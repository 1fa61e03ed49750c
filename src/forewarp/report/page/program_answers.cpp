// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The first screen of exec, schedule and launch.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/shown_name.hpp"
#include "forewarp/report/text.hpp"

namespace forewarp::report {
namespace {

using Json = AnswerJson;

constexpr std::size_t max_program_rows = 6;

/// Kernels by their total time; null where the program launched none.
const Json* longest_kernel(const Json& device) {
  const Json* longest = nullptr;
  for (const Json& k : device.at("kernels"))
    if (longest == nullptr || k.at("total_s").get<double>() > longest->at("total_s").get<double>()) longest = &k;
  return longest;
}

/// Of a program whose end is not known, the time in which the device did anything.
double program_time(const Json& device) {
  const double busy = device.at("busy_s").get<double>();
  return device.contains("host") ? std::max(busy, device.at("host").at("total_s").get<double>()) : busy;
}

std::string text_in(const Json& json, const char* member) {
  return json.contains(member) && json.at(member).is_string() ? json.at(member).get<std::string>() : "";
}

Answer::Row device_row(const Json& device) {
  const double busy = device.at("busy_s").get<double>(), time = program_time(device);
  Answer::Row row{.name = device.at("device").get<std::string>(), .value = time_text(time)};
  if (time > 0 && device.contains("host"))
    row.bars.push_back({"GPU busy", std::min(1.0, busy / time), time_text(busy)});
  if (const Json* kernel = longest_kernel(device)) {
    row.note = text_in(*kernel, "limiter");
    row.bars.push_back(
        {"longest kernel", kernel->at("share").get<double>(), shown_name(kernel->at("kernel").get<std::string>())});
  }
  return row;
}

std::string program_sentence(const Json& device) {
  const double busy = device.at("busy_s").get<double>(), time = program_time(device);
  std::string text = fmt::format("{} on {}", time_text(time), device.at("device").get<std::string>());
  if (!device.contains("host"))
    text += ", in which the GPU is busy: when the program ended is not known";
  else if (time > 0)
    text += fmt::format(": the GPU is busy for {} of it", percent_text(std::min(1.0, busy / time)));
  if (const Json* kernel = longest_kernel(device)) {
    text += fmt::format("; {} takes {} of the kernels' time", shown_name(kernel->at("kernel").get<std::string>()),
                        percent_text(kernel->at("share").get<double>()));
    if (const std::string limiter = text_in(*kernel, "limiter"); !limiter.empty()) text += ", " + limiter + "-bound";
  }
  return text;
}

}  // namespace

std::optional<Answer> program_answer(const Json& json) {
  if (json.at("devices").empty()) return std::nullopt;
  const auto& devices = json.at("devices");
  const auto fastest = std::ranges::min_element(devices, {}, [](const Json& device) { return program_time(device); });
  Answer answer{.sentence = program_sentence(*fastest), .bars_title = "Share of the time"};
  for (const Json& device : devices)
    if (answer.rows.size() < max_program_rows) answer.rows.push_back(device_row(device));
  answer.left_out = devices.size() - answer.rows.size();
  if (const Json* kernel = longest_kernel(*fastest)) {
    if (const std::string advice = text_in(*kernel, "advice"); !advice.empty())
      answer.changes.push_back({"", advice, shown_name(kernel->at("kernel").get<std::string>()), ""});
    else
      answer.no_change = "No change is known that gains 5 % of the longest kernel.";
  }
  return answer;
}

std::optional<Answer> schedule_answer(const Json& json) {
  const Json& chosen = json.at("schedule");
  const double makespan = chosen.at("makespan_s").at("likely").get<double>();
  std::map<std::string, double> busy;
  for (const Json& p : json.at("plan"))
    busy[p.at("gpu").get<std::string>()] += p.at("end_s").get<double>() - p.at("begin_s").get<double>();
  Answer answer{.bars_title = "Share of the makespan"};
  std::pair<double, std::string> longest{0, ""};
  for (const Json& gpu : json.at("gpus")) {
    const auto name = gpu.get<std::string>();
    longest = std::max(longest, {busy[name], name});
    if (answer.rows.size() == max_program_rows) continue;
    answer.rows.push_back({.name = name, .value = time_text(busy[name])});
    if (makespan > 0) answer.rows.back().bars.push_back({"busy", std::min(1.0, busy[name] / makespan), "with jobs"});
  }
  answer.left_out = json.at("gpus").size() - answer.rows.size();
  answer.sentence = fmt::format("{} for {} jobs on {} GPUs by {}", time_text(makespan), json.at("jobs").size(),
                                json.at("gpus").size(), chosen.at("method").get<std::string>());
  if (makespan > 0)
    answer.sentence += fmt::format("; {} limits, busy for {} of it", longest.second,
                                   percent_text(std::min(1.0, longest.first / makespan)));
  if (chosen.value("optimum_proved", false)) answer.sentence += "; no schedule is shorter (proved)";
  return answer;
}

std::optional<Answer> shapes_answer(const Json& json) {
  const Json& all = json.at("suggestions");
  if (all.empty()) return std::nullopt;
  const Json& best = all.at(0);
  const auto device = best.at("device").get<std::string>();
  Answer answer{.bars_title = "Occupancy, and the share of the best rate"};
  const std::string launch =
      fmt::format("{} blocks of {} threads", best.at("blocks").dump(), best.at("threads").dump());
  answer.sentence = launch + " on " + device;
  if (best.at("time_s").is_number()) answer.sentence += ": " + time_text(best.at("time_s").get<double>());
  answer.sentence += fmt::format("; occupancy {}, limited by {}; {:.3g} wave{}; works at {} of its best rate",
                                 percent_text(best.at("occupancy").get<double>()), best.at("limit").get<std::string>(),
                                 best.at("waves").get<double>(), best.at("waves") == 1.0 ? "" : "s",
                                 percent_text(best.at("utilisation").get<double>()));
  for (const Json& s : all) {
    if (answer.rows.size() == max_program_rows) break;
    Answer::Row row{.name = fmt::format("{}: {} x {}", s.at("device").get<std::string>(), s.at("blocks").dump(),
                                        s.at("threads").dump()),
                    .note = s.at("limit").get<std::string>()};
    if (s.at("time_s").is_number()) row.value = time_text(s.at("time_s").get<double>());
    row.bars = {{"occupancy", s.at("occupancy").get<double>(), "of the warps that an SM holds"},
                {"rate", std::min(1.0, s.at("utilisation").get<double>()), "of the best"}};
    answer.rows.push_back(std::move(row));
  }
  answer.left_out = all.size() - answer.rows.size();
  answer.changes.push_back({"", "Launch " + launch, "", ""});
  return answer;
}

}  // namespace forewarp::report
