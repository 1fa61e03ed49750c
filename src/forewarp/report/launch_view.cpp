// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/launch_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "forewarp/report/heading.hpp"
#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/csv.hpp"

namespace forewarp::report {
namespace {

using model::wave::Suggestion;

std::string constants_text(const LaunchDevice& d, bool seconds_known) {
  const model::wave::Constants& c = d.candidate.constants;
  const std::string tau = seconds_known ? fmt::format("tau {} ", time_text(c.tau_s)) : "";
  return fmt::format("{}: {}({}), an SM is saturated by {:.1f} warps\n", d.candidate.device.name, tau, d.origin,
                     c.saturation_warps);
}

std::vector<std::string> row_of(const Suggestion& s, bool seconds_known) {
  return {s.device,
          std::to_string(s.shape.block.threads),
          std::to_string(s.shape.blocks),
          std::to_string(s.waves.resident.blocks_per_sm),
          percent_text(s.waves.resident.fraction),
          fmt::format("{:.2f}", s.waves.waves),
          percent_text(s.waves.utilisation),
          percent_text(s.waves.efficiency),
          seconds_known ? time_text(s.time_s) : "-",
          fmt::format("{:.2f}", s.over_best)};
}

nlohmann::json suggestion_json(const Suggestion& s, bool seconds_known) {
  return {{"device", s.device},
          {"threads", s.shape.block.threads},
          {"blocks", s.shape.blocks},
          {"blocks_per_sm", s.waves.resident.blocks_per_sm},
          {"occupancy", s.waves.resident.fraction},
          {"limit", device::name_of(s.waves.resident.limit)},
          {"waves", s.waves.waves},
          {"utilisation", s.waves.utilisation},
          {"efficiency", s.waves.efficiency},
          {"time_s", seconds_known ? nlohmann::json(s.time_s) : nlohmann::json()},
          {"over_best", s.over_best}};
}

/// By their best block.
std::vector<LaunchDevice> fastest_first(const ShapeAdvice& advice) {
  std::vector<LaunchDevice> devices = advice.devices;
  std::ranges::stable_sort(devices, {}, [&](const LaunchDevice& d) {
    return std::ranges::find(advice.suggestions, d.candidate.device.name, &Suggestion::device) -
           advice.suggestions.begin();
  });
  return devices;
}

std::string refused_text(const std::vector<RefusedDevice>& refused) {
  if (refused.empty()) return "";
  TextTable table({"cannot run", "why"}, {Align::left, Align::left});
  for (const RefusedDevice& one : refused) table.row({one.device, one.reason});
  return "\n" + table.str();
}

}  // namespace

std::string launch_text(const ShapeAdvice& advice) {
  std::string text = beginning(shapes_answer(launch_json(advice)));
  text += fmt::format("{} threads, {} registers a thread, {} shared memory a block\n", advice.work.threads,
                      advice.work.registers_per_thread, bytes_text(static_cast<double>(advice.work.shared_bytes)));
  for (const LaunchDevice& d : fastest_first(advice)) text += constants_text(d, advice.seconds_known);
  text += marks_text(advice.marks);
  for (const std::string& note : advice.notes) text += "note: " + note + "\n";
  TextTable table(
      {"device", "threads", "blocks", "resident", "occupancy", "waves", "rate", "efficiency", "time", "over best"});
  for (const Suggestion& s : advice.suggestions) table.row(row_of(s, advice.seconds_known));
  text += "\n" + table.str();
  if (advice.left_out > 0) text += fmt::format("({} more: --top 0)\n", advice.left_out);
  text += refused_text(advice.refused);
  const Suggestion& best = advice.suggestions.front();
  return text + fmt::format("\nlaunch {} block{} of {} threads on {}\n", best.shape.blocks,
                            best.shape.blocks == 1 ? "" : "s", best.shape.block.threads, best.device);
}

nlohmann::json launch_json(const ShapeAdvice& advice) {
  nlohmann::json devices = nlohmann::json::array(), rows = nlohmann::json::array();
  for (const LaunchDevice& d : advice.devices) {
    const model::wave::Constants& c = d.candidate.constants;
    devices.push_back({{"device", d.candidate.device.name},
                       {"tau_s", advice.seconds_known ? nlohmann::json(c.tau_s) : nlohmann::json()},
                       {"saturation_warps", c.saturation_warps},
                       {"sharpness", c.sharpness},
                       {"origin", d.origin},
                       {"times_checked", !d.candidate.device.checked.empty()}});
  }
  nlohmann::json refused = nlohmann::json::array();
  for (const RefusedDevice& one : advice.refused) refused.push_back({{"device", one.device}, {"reason", one.reason}});
  for (const Suggestion& s : advice.suggestions) rows.push_back(suggestion_json(s, advice.seconds_known));
  return {{"threads_total", advice.work.threads},     {"registers_per_thread", advice.work.registers_per_thread},
          {"shared_bytes", advice.work.shared_bytes}, {"devices", std::move(devices)},
          {"suggestions", std::move(rows)},           {"cannot_run", std::move(refused)},
          {"marks", marks_json(advice.marks)},        {"notes", advice.notes}};
}

std::string launch_csv(const ShapeAdvice& advice) {
  std::string text = csv_line({"device", "threads", "blocks", "blocks_per_sm", "occupancy", "waves", "utilisation",
                               "efficiency", "time_s", "over_best", "reason"});
  for (const Suggestion& s : advice.suggestions)
    text += csv_line({s.device, std::to_string(s.shape.block.threads), std::to_string(s.shape.blocks),
                      std::to_string(s.waves.resident.blocks_per_sm), number_text(s.waves.resident.fraction),
                      number_text(s.waves.waves), number_text(s.waves.utilisation), number_text(s.waves.efficiency),
                      advice.seconds_known ? number_text(s.time_s) : "", number_text(s.over_best), ""});
  for (const RefusedDevice& one : advice.refused)
    text += csv_line({one.device, "", "", "", "", "", "", "", "", "", one.reason});
  return text;
}

}  // namespace forewarp::report
