// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The answers of occupancy, devices, counters and corpus.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "forewarp/report/headline.hpp"
#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/page/sheet_figures.hpp"
#include "forewarp/report/text.hpp"

namespace forewarp::report {

std::optional<double> figure(const AnswerJson& device, const char* name) {
  const AnswerJson& figures = device.at("figures");
  if (!figures.contains(name) || !figures.at(name).at("value").is_number()) return std::nullopt;
  return figures.at(name).at("value").get<double>();
}

std::optional<double> fp32_flops(const AnswerJson& device) {
  if (const auto printed = figure(device, "peak_fp32_tflops")) return *printed * 1e12;
  const auto lanes = figure(device, "throughput.fp32"), sms = figure(device, "sms"), mhz = figure(device, "boost_mhz");
  if (!lanes || !sms || !mhz) return std::nullopt;
  return 2 * *lanes * *sms * *mhz * 1e6;
}

namespace {

using Json = AnswerJson;

constexpr std::size_t max_reference_rows = 6;

struct Ends {
  double low = 0, high = 0;
};
std::optional<Ends> ends_of(const std::vector<std::optional<double>>& values) {
  std::optional<Ends> ends;
  for (const auto& v : values)
    if (v) ends = ends ? Ends{std::min(ends->low, *v), std::max(ends->high, *v)} : Ends{*v, *v};
  return ends;
}

/// "31.2 TFLOP/s", "1.06 to 163 TFLOP/s"
std::string range_text(const Ends& ends, const std::string& unit) {
  const std::string high = rate_text(ends.high, unit);
  return ends.low == ends.high ? high : fmt::format("{} to {}", rate_text(ends.low, unit), high);
}

std::string devices_sentence(const Json& devices) {
  std::vector<std::optional<double>> peaks, bandwidths;
  for (const Json& d : devices) {
    peaks.push_back(fp32_flops(d));
    const auto bandwidth = figure(d, "dram_gb_per_s");
    bandwidths.push_back(bandwidth ? std::optional(*bandwidth * 1e9) : std::nullopt);
  }
  std::string text = devices.size() == 1 ? devices.at(0).at("name").get<std::string>() + ", " +
                                               devices.at(0).at("architecture").get<std::string>()
                                         : fmt::format("{} data sheets", devices.size());
  if (const auto ends = ends_of(peaks)) text += ": " + range_text(*ends, "FLOP/s") + " of fp32";
  if (const auto ends = ends_of(bandwidths)) text += ", " + range_text(*ends, "B/s") + " of DRAM bandwidth";
  return text;
}

std::string corpus_sentence(const Json& json) {
  std::set<std::string> kernels;
  for (const Json& one : json.at("launches")) kernels.insert(one.at("kernel").get<std::string>());
  std::string text = fmt::format("{} kernel{}, {} launches", kernels.size(), kernels.size() == 1 ? "" : "s",
                                 json.at("launches").size());
  std::size_t classes = 0, empty = 0;
  for (const Json& dial : json.value("dials", Json::array()))
    for (const Json& one : dial.at("classes")) {
      ++classes;
      if (one.at("launches") == 0) ++empty;
    }
  return classes == 0 ? text : text + fmt::format("; {} of {} kinds of kernel have no launch", empty, classes);
}

}  // namespace

std::optional<Answer> devices_answer(const Json& devices) { return Answer{.sentence = devices_sentence(devices)}; }

std::optional<Answer> corpus_answer(const Json& json) { return Answer{.sentence = corpus_sentence(json)}; }

/// The time, and which of computation, DRAM and L2 works at what share of its peak; where these names are ours.
std::optional<Answer> counters_answer(const Json& json) {
  const Json& counters = json.at("counters");
  const auto value = [&](const char* name) -> std::optional<double> {
    if (!counters.contains(name) || !counters.at(name).at("value").is_number()) return std::nullopt;
    return counters.at(name).at("value").get<double>();
  };
  const auto elapsed_us = value("elapsed");
  if (!elapsed_us) return std::nullopt;
  Answer answer{.bars_title = "Share of the peak"};
  answer.sentence = fmt::format("{} on {}", time_text(*elapsed_us * 1e-6), json.at("device").get<std::string>());
  Answer::Row row{.name = json.at("device").get<std::string>()};
  for (const auto& [name, word] :
       {std::pair{"issue_slot_utilization", "issue slots"}, {"dram_utilization", "DRAM"}, {"l2_utilization", "L2"}})
    if (const auto percent = value(name)) {
      row.bars.push_back({word, *percent / 100, ""});
      answer.sentence +=
          fmt::format("{}{} at {} of the peak", row.bars.size() == 1 ? ": " : ", ", word, percent_text(*percent / 100));
    }
  answer.rows.push_back(std::move(row));
  return answer;
}

/// Of the first kernel: what limits its longest launch, its share of the peak, and the costliest cause.
std::optional<Answer> counter_advice_answer(const Json& json) {
  const Json& advice = json.at("advice");
  if (advice.empty()) return std::nullopt;
  const Json& first = advice.front();
  const auto kernel = first.at("kernel").get<std::string>();
  Answer answer{.sentence = fmt::format("{} on {}: {}", kernel, first.at("device").get<std::string>(),
                                        first.at("verdict").get<std::string>()),
                .bars_title = "Share of the peak"};
  for (const Json& launch : advice) {
    if (!launch.at("share").is_number()) continue;
    if (answer.rows.size() == max_reference_rows) {
      ++answer.left_out;
      continue;
    }
    answer.rows.push_back(
        {.name = launch.at("kernel").get<std::string>(),
         .bars = {{launch.at("resource").get<std::string>(), std::min(1.0, launch.at("share").get<double>())}}});
  }
  for (const Json& s : first.at("suggestions"))
    if (answer.changes.empty())
      answer.changes.push_back({"", s.at("id").get<std::string>() + " " + s.at("title").get<std::string>(),
                                s.at("what").get<std::string>(), ""});
  answer.no_change = "Nothing that the counters point to.";
  return answer;
}

std::optional<Answer> occupancy_answer(const Json& cases) {
  const Json* best = nullptr;
  for (const Json& one : cases)
    if (one.at("fits").get<bool>() &&
        (best == nullptr || one.at("occupancy").get<double>() > best->at("occupancy").get<double>()))
      best = &one;
  if (best == nullptr) return std::nullopt;
  Answer answer{.bars_title = "Occupancy"};
  answer.sentence = fmt::format(
      "{} of the warps of an SM of {} with {} threads a block, {} registers a thread and {} of shared "
      "memory; {} blocks fit; limited by {}",
      percent_text(best->at("occupancy").get<double>()), best->at("device").get<std::string>(),
      best->at("threads").dump(), best->at("registers_per_thread").dump(),
      bytes_text(best->at("shared_bytes").get<double>()), best->at("blocks_per_sm").dump(),
      best->at("limit").get<std::string>());
  for (const Json& one : cases) {
    if (!one.at("fits").get<bool>()) continue;
    if (answer.rows.size() == max_reference_rows) {
      ++answer.left_out;
      continue;
    }
    answer.rows.push_back(
        {.name = one.at("device").get<std::string>() + ", " + one.at("threads").dump() + " threads",
         .note = one.at("limit").get<std::string>(),
         .bars = {{"occupancy", one.at("occupancy").get<double>(), one.at("warps_per_sm").dump() + " warps an SM"}}});
  }
  return answer;
}

}  // namespace forewarp::report
