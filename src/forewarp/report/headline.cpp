// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/headline.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "forewarp/model/advise/advise.hpp"
#include "forewarp/report/json_value.hpp"
#include "forewarp/report/text.hpp"

namespace forewarp::report {
namespace {

using model::Speed;

/// Whether the rate in the sentence says the same as the limiter's share.
bool is_said_by(const Speed& speed, const std::string& limiter, bool dram) {
  return dram ? limiter == "dram" : limiter == speed.unit;
}

std::string rate_with_share(const model::Rate& rate, const std::string& unit, const std::string& peak, bool said) {
  const std::string text = rate_text(rate.per_s, unit);
  return said ? text : fmt::format("{} ({} of {} peak)", text, percent_text(rate.share()), peak);
}

std::string rates_text(const Speed& speed, const std::string& limiter) {
  std::vector<std::string> rates;
  if (speed.dram.per_s > 0)
    rates.push_back(rate_with_share(speed.dram, "B/s", "DRAM", is_said_by(speed, limiter, true)));
  if (speed.operations.per_s > 0) {
    const bool first = speed.operations.share() > speed.dram.share();
    rates.insert(first ? rates.begin() : rates.end(),
                 rate_with_share(speed.operations, "FLOP/s", speed.unit, is_said_by(speed, limiter, false)));
  }
  return fmt::format("{}", fmt::join(rates, ", "));
}

/// The share of its peak at which the limiter works.
std::optional<double> share_of(const Speed& speed, const std::string& limiter) {
  if (limiter == "dram") return speed.dram.share();
  if (limiter == speed.unit && speed.operations.per_s > 0) return speed.operations.share();
  if (limiter == speed.compute.resource) return speed.compute.share;
  if (limiter == speed.memory.resource) return speed.memory.share;
  return std::nullopt;
}

std::string limiter_text(const Headline& h) {
  if (h.limiter.empty()) return "";
  std::string text = h.limiter + "-bound";
  if (!h.speed) return text;
  if (const auto share = share_of(*h.speed, h.limiter))
    return text + fmt::format(" at {} of its peak", percent_text(*share));
  if (h.limiter == "latency")
    text += fmt::format(" (computation at {}, memory at {} of its peak)", percent_text(h.speed->compute.share),
                        percent_text(h.speed->memory.share));
  return text;
}

std::string checked_text(const Headline& h) {
  if (!h.times_checked) return "";
  const std::string architecture = h.architecture.empty() ? "this architecture" : h.architecture;
  if (!*h.times_checked) return fmt::format("times of {} never compared with measurements", architecture);
  const std::string text = "times checked on " + architecture;
  if (!h.errors) return text;
  return text + ": median error " + device::error_range_text(h.errors->lowest, h.errors->highest);
}

std::string changes_text(const std::optional<KnownChanges>& changes) {
  if (!changes) return "";
  if (changes->number == 0) return "no change known that gains 5 %";
  return fmt::format("{} known, {} {:.2f} times as fast",
                     changes->number == 1 ? "1 change" : fmt::format("{} changes", changes->number),
                     changes->number == 1 ? "which makes it" : "the best makes it", changes->best_gain);
}

model::Rate rate_from(const nlohmann::ordered_json& speed, const char* rate, const char* peak) {
  if (!speed.at(rate).is_number()) return {};
  return {speed.at(rate).get<double>(), speed.at(peak).get<double>()};
}

model::ResourceShare share_from(const nlohmann::ordered_json& share) {
  return {share.at("resource").get<std::string>(), share.at("share").get<double>()};
}

nlohmann::ordered_json share_json(const model::ResourceShare& share) {
  return {{"resource", share.resource}, {"share", share.share}};
}

}  // namespace

void add_guess(Headline& h, const std::string& argument) {
  if (std::ranges::find(h.guessed, argument) == h.guessed.end()) h.guessed.push_back(argument);
}

std::string headline_text(const Headline& h) {
  std::string text = fmt::format("{}{} on {}", h.lower_bound ? "at least " : "", time_text(h.time_s), h.device);
  if (h.devices > 1) text += fmt::format(", the fastest of {}", h.devices);
  const std::string limiter = limiter_text(h);
  if (!limiter.empty()) text += ": " + limiter;
  // What would help a launch that does nothing is to give it work.
  const std::string rates = h.speed ? rates_text(*h.speed, h.limiter) : "";
  for (const std::string& part : {rates, checked_text(h), h.empty ? std::string() : changes_text(h.changes)})
    if (!part.empty()) text += "; " + part;
  if (h.empty) text += "; no thread did any work";
  if (!h.guessed.empty()) text += fmt::format("; the guess of {} decides it", fmt::join(h.guessed, ", "));
  return text;
}

Headline headline_of(const std::string& device, const model::Prediction& p, std::size_t devices,
                     const std::optional<DeviceAdvice>& advice, const std::vector<profile::Mark>& marks) {
  Headline h{.device = device,
             .time_s = p.time_s,
             .limiter = p.limiter,
             .times_checked = p.errors.has_value(),
             .errors = p.errors,
             .architecture = p.architecture,
             .devices = devices};
  if (p.work.peak_dram_bytes > 0 && p.time_s > 0) h.speed = model::speed_of(p.work, p.time_s);
  if (advice) {
    const auto& suggestions = advice->advice.suggestions;
    h.changes = KnownChanges{suggestions.size(), suggestions.empty() ? 1 : suggestions.front().gain};
  }
  for (const profile::Mark& mark : marks) {
    h.empty = h.empty || mark.kind == profile::MarkKind::empty;
    h.lower_bound = h.lower_bound || profile::is_lower_bound(mark.kind);
    if (!profile::is_of_guess(mark.kind)) continue;
    for (const std::string& name : mark.arguments) add_guess(h, name);
  }
  return h;
}

std::string rate_text(double per_s, const std::string& unit) {
  const std::string text = count_text(per_s);
  return per_s < 10'000 ? text + " " + unit : text + unit;
}

nlohmann::ordered_json speed_json(const model::Prediction& p) {
  if (!(p.time_s > 0) || !(p.work.peak_dram_bytes > 0)) return nullptr;
  using Json = nlohmann::ordered_json;
  const Speed s = model::speed_of(p.work, p.time_s);
  const bool counted = !s.unit.empty();
  Json json = object_for(9);
  json["flops_per_s"] = counted ? Json(s.operations.per_s) : Json();
  json["flops_unit"] = counted ? Json(s.unit) : Json();
  json["peak_flops_per_s"] = counted ? Json(s.operations.peak_per_s) : Json();
  json["flops_share"] = counted ? Json(s.operations.share()) : Json();
  json["dram_bytes_per_s"] = s.dram.per_s;
  json["peak_dram_bytes_per_s"] = s.dram.peak_per_s;
  json["dram_share"] = s.dram.share();
  json["compute"] = share_json(s.compute);
  json["memory"] = share_json(s.memory);
  return json;
}

nlohmann::ordered_json time_errors_json(const std::optional<device::TimeErrors>& errors) {
  if (!errors) return nullptr;
  return {
      {"lowest", errors->lowest}, {"highest", errors->highest}, {"times", errors->times}, {"boards", errors->boards}};
}

void read_checks(const nlohmann::ordered_json& result, Headline& h) {
  if (result.contains("times_checked")) h.times_checked = result.at("times_checked").get<bool>();
  const auto found = result.find("time_errors");
  if (found == result.end() || found->is_null()) return;
  h.errors = device::TimeErrors{.lowest = found->at("lowest").get<double>(),
                                .highest = found->at("highest").get<double>(),
                                .times = found->at("times").get<unsigned>(),
                                .boards = found->at("boards").get<unsigned>()};
}

std::optional<model::Speed> speed_from(const nlohmann::ordered_json& prediction) {
  const auto found = prediction.find("speed");
  if (found == prediction.end() || found->is_null()) return std::nullopt;
  return Speed{.unit = found->at("flops_unit").is_string() ? found->at("flops_unit").get<std::string>() : "",
               .operations = rate_from(*found, "flops_per_s", "peak_flops_per_s"),
               .dram = rate_from(*found, "dram_bytes_per_s", "peak_dram_bytes_per_s"),
               .compute = share_from(found->at("compute")),
               .memory = share_from(found->at("memory"))};
}

}  // namespace forewarp::report
