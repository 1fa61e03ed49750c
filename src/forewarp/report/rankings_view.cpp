// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/rankings_view.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "forewarp/model/rank/portability.hpp"
#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/ranking_view.hpp"
#include "forewarp/report/text.hpp"

namespace forewarp::report {
namespace {

rank::RankOptions on(const rank::RankOptions& options, const device::DeviceSpec& device) {
  rank::RankOptions one = options;
  one.device = device;
  return one;
}

std::string words(const rank::Configuration& configuration, const rank::Space& space) {
  std::string text;
  if (configuration.empty()) return "-";
  for (const rank::Dimension& d : space.dimensions)
    text += (text.empty() ? "" : " ") + d.name + "=" + configuration.at(d.name);
  return text;
}

std::string time_or_dash(double time_s) { return time_s > 0 ? time_text(time_s) : "-"; }
std::string share_or_dash(double share) { return share > 0 ? percent_text(share) : "-"; }

std::string devices_table(const rank::Portability& found, const rank::Space& space,
                          std::span<const device::DeviceSpec> devices) {
  TextTable table({"device", "best", "time", "one for all", "of the best"}, {Align::left, Align::left, Align::right});
  for (std::size_t d = 0; d < devices.size(); ++d) {
    const rank::OnAll& best = found.bests[d];
    table.row({devices[d].name, words(best.configuration, space),
               best.time_s.empty() ? "-" : time_or_dash(best.time_s[d]),
               found.for_all ? time_or_dash(found.for_all->time_s[d]) : "-",
               found.for_all ? share_or_dash(found.for_all->efficiency[d]) : "-"});
  }
  return table.str();
}

/// Each device's best on the other devices.
std::string exchange_table(const rank::Portability& found, const rank::Space& space,
                           std::span<const device::DeviceSpec> devices) {
  std::vector<std::string> header{"configuration", "best on"};
  for (const device::DeviceSpec& device : devices) header.push_back(device.name);
  TextTable table(std::move(header), {Align::left, Align::left, Align::right});
  for (std::size_t d = 0; d < devices.size(); ++d) {
    if (found.bests[d].configuration.empty()) continue;
    std::vector<std::string> cells{words(found.bests[d].configuration, space), devices[d].name};
    for (const double efficiency : found.bests[d].efficiency) cells.push_back(share_or_dash(efficiency));
    table.row(std::move(cells));
  }
  return table.str();
}

nlohmann::json on_all_json(const rank::OnAll& one) {
  return {{"configuration", one.configuration},
          {"time_s", one.time_s},
          {"efficiency", one.efficiency},
          {"portability", one.portability}};
}

}  // namespace

std::string rankings_text(std::span<const rank::Ranking> rankings, const rank::RankOptions& options,
                          std::span<const device::DeviceSpec> devices, std::size_t top) {
  const rank::Portability found = rank::portability_of(rankings);
  std::string text = beginning(rankings_answer(rankings_json(rankings, options, devices)));
  text += fmt::format("{} on {} devices: {} configurations\n\n", options.request.path, devices.size(),
                      rankings.front().candidates.size());
  text += devices_table(found, options.space, devices);
  text += found.for_all ? fmt::format("\none for all: {}, {} of each device's best (harmonic mean)\n",
                                      words(found.for_all->configuration, options.space),
                                      percent_text(found.for_all->portability))
                        : "\none for all: no configuration runs on all devices\n";
  text += "\n" + exchange_table(found, options.space, devices);
  for (std::size_t d = 0; d < devices.size(); ++d)
    text += "\n" + ranking_text(rankings[d], on(options, devices[d]), top);
  return text;
}

nlohmann::json rankings_json(std::span<const rank::Ranking> rankings, const rank::RankOptions& options,
                             std::span<const device::DeviceSpec> devices) {
  const rank::Portability found = rank::portability_of(rankings);
  nlohmann::json names = nlohmann::json::array(), bests = nlohmann::json::array(), all = nlohmann::json::array();
  for (std::size_t d = 0; d < devices.size(); ++d) {
    names.push_back(devices[d].name);
    bests.push_back(on_all_json(found.bests[d]));
    all.push_back(ranking_json(rankings[d], on(options, devices[d])));
  }
  return {{"kernel", options.request.path},
          {"devices", std::move(names)},
          {"one_for_all", found.for_all ? on_all_json(*found.for_all) : nlohmann::json()},
          {"bests", std::move(bests)},
          {"rankings", std::move(all)}};
}

std::string rankings_csv(std::span<const rank::Ranking> rankings, const rank::RankOptions& options,
                         std::span<const device::DeviceSpec> devices) {
  std::string text;
  for (std::size_t d = 0; d < devices.size(); ++d)
    text += ranking_csv(rankings[d], on(options, devices[d]), {}, {.header = d == 0, .device_column = true});
  return text;
}

}  // namespace forewarp::report
