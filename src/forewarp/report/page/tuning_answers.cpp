// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The answers of rank on several devices and of launch --sweep; and how a text begins with an answer.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/text.hpp"

namespace forewarp::report {
namespace {

using Json = AnswerJson;

constexpr std::size_t max_device_rows = 6, max_swept = 3;

std::string words(const Json& configuration) {
  std::string text;
  for (const auto& [name, value] : configuration.items())
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value.get<std::string>());
  return text;
}

/// Devices whose own best is this configuration.
std::size_t own_bests(const Json& json, const Json& configuration) {
  return static_cast<std::size_t>(std::ranges::count_if(
      json.at("bests"), [&](const Json& best) { return best.at("configuration") == configuration; }));
}

/// How much the configuration for all costs on the devices whose best is another one.
std::string cost_text(const Json& json, const Json& for_all) {
  constexpr double alike = 0.995;
  const Json& efficiency = for_all.at("efficiency");
  std::size_t worst = 0;
  for (std::size_t d = 1; d < efficiency.size(); ++d)
    if (efficiency.at(d).get<double>() < efficiency.at(worst).get<double>()) worst = d;
  if (efficiency.at(worst).get<double>() >= alike) return "as fast as each device's best, within 0.5 %";
  return fmt::format("{} of each device's best (harmonic mean), least on {} ({})",
                     percent_text(for_all.at("portability").get<double>()),
                     json.at("devices").at(worst).get<std::string>(), percent_text(efficiency.at(worst).get<double>()));
}

/// The cells of a swept device with the least and the largest of a member; nothing where it is null.
std::optional<std::pair<Json, Json>> ends_of(const Json& cells, const char* member) {
  if (cells.empty() || !cells.front().at(member).is_number()) return std::nullopt;
  const auto [low, high] =
      std::ranges::minmax_element(cells, {}, [&](const Json& cell) { return cell.at(member).get<double>(); });
  return std::pair(*low, *high);
}

std::string shape_of(const Json& cell) {
  return fmt::format("{} x {} threads", cell.at("blocks").dump(), cell.at("threads").dump());
}

}  // namespace

std::optional<Answer> rankings_answer(const Json& json) {
  const Json& all = json.at("one_for_all");
  const Json& devices = json.at("devices");
  Answer answer{.bars_title = "Of the device's own best"};
  if (all.is_null()) {
    answer.sentence = fmt::format("no configuration runs on all {} devices", devices.size());
  } else {
    const std::string best = words(all.at("configuration"));
    const bool is_best_on_each = own_bests(json, all.at("configuration")) == devices.size();
    answer.sentence = is_best_on_each
                          ? fmt::format("{}: the best on each of the {} devices", best, devices.size())
                          : fmt::format("{} for all {} devices: {}", best, devices.size(), cost_text(json, all));
    answer.changes.push_back({"", "Launch with " + best, "", ""});
  }
  for (std::size_t d = 0; d < devices.size(); ++d) {
    const Json& best = json.at("bests").at(d);
    const bool runs = !best.at("time_s").empty();
    if (runs)
      answer.sentence +=
          fmt::format("{}{} on {}", d == 0 ? "; " : ", ", time_text(best.at("time_s").at(d).get<double>()),
                      devices.at(d).get<std::string>());
    if (answer.rows.size() == max_device_rows) {
      ++answer.left_out;
      continue;
    }
    answer.rows.push_back({.name = devices.at(d).get<std::string>(),
                           .value = runs ? time_text(best.at("time_s").at(d).get<double>()) : "cannot run",
                           .note = runs ? "best: " + words(best.at("configuration")) : ""});
    if (!all.is_null() && runs)
      answer.rows.back().bars.push_back({"one for all", all.at("efficiency").at(d).get<double>(), ""});
  }
  return answer;
}

std::optional<Answer> sweep_answer(const Json& json) {
  Answer answer;
  for (const Json& device : json.at("sweep")) {
    const Json& cells = device.at("cells");
    const auto efficiencies = ends_of(cells, "efficiency");
    if (!efficiencies) continue;
    if (answer.rows.size() == max_swept) {
      ++answer.left_out;
      continue;
    }
    const auto name = device.at("device").get<std::string>();
    std::string text = name + ": ";
    if (const auto times = ends_of(cells, "time_s"))
      text += fmt::format("{} ({}) to {} ({}), ", time_text(times->first.at("time_s").get<double>()),
                          shape_of(times->first), time_text(times->second.at("time_s").get<double>()),
                          shape_of(times->second));
    const auto share = [](const Json& cell) { return cell.at("efficiency").get<double>(); };
    text += fmt::format("efficiency {} to {}", percent_text(share(efficiencies->first)),
                        percent_text(share(efficiencies->second)));
    answer.sentence += (answer.sentence.empty() ? "" : "; ") + text;
    answer.rows.push_back(
        {.name = name,
         .bars = {{"highest", std::min(1.0, share(efficiencies->second)), shape_of(efficiencies->second)},
                  {"lowest", std::min(1.0, share(efficiencies->first)), shape_of(efficiencies->first)}}});
  }
  if (answer.sentence.empty()) return std::nullopt;
  answer.sentence += ", by the wave model";
  answer.bars_title = "Efficiency: a warp alone over the launch";
  return answer;
}

std::string beginning(const std::optional<Answer>& answer) {
  return answer && !answer->sentence.empty() ? answer->sentence + "\n\n" : "";
}

}  // namespace forewarp::report
