// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/page/line_measures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "forewarp/report/text.hpp"

namespace forewarp::report::views {

namespace {

constexpr const char* instructions = "instructions";
constexpr const char* sectors = "sectors";
constexpr const char* wavefronts = "wavefronts";
constexpr const char* stalls = "stalls";

/// Limiters that are counted in what a plain measure counts too; no line causes the last two.
std::string plain_measure_of(const std::string& limiter) {
  if (limiter == "dram" || limiter == "l2" || limiter == "l1") return sectors;
  if (limiter == "shared") return wavefronts;
  if (limiter == "dispatch" || limiter == "launch") return instructions;
  return "";
}

std::string what_is_counted(const std::string& limiter) {
  const std::string plain = plain_measure_of(limiter);
  if (plain == sectors) return "sectors moved";
  if (plain == wavefronts) return "shared wavefronts";
  if (limiter == "latency") return "links of the longest dependency chain";
  if (limiter == "load/store") return "memory requests";
  if (limiter == "atomics") return "atomic accesses";
  if (limiter == "host link") return "sectors of host memory";
  if (limiter == "barrier") return "warps that arrive at a barrier";
  if (limiter == "register bank") return "arithmetic that reads registers";
  if (limiter == "tensor") return "multiply-adds of tensor cores";
  if (limiter == "issue") return "machine instructions";
  return "machine instructions of that kind";
}

struct LimiterOf {
  std::string limiter;
  std::vector<std::string> devices;
};

/// Of the document's devices, the fastest device's limiter first.
std::vector<LimiterOf> limiters(const Json& json) {
  std::vector<LimiterOf> all;
  const auto add = [&](const Json& of, const char* member) {
    if (!of.contains(member) || !of.contains("device") || of.contains("reason")) return;
    const auto name = of.at(member).get<std::string>();
    if (plain_measure_of(name) == instructions) return;  // no line is the cause
    auto at = std::ranges::find(all, name, &LimiterOf::limiter);
    if (at == all.end()) at = all.insert(all.end(), {name, {}});
    at->devices.push_back(of.at("device").get<std::string>());
  };
  if (json.contains("predictions"))
    for (const Json& prediction : json.at("predictions")) add(prediction, "limiter");
  else
    add(json, json.contains("limiter") ? "limiter" : "resource");
  return all;
}

std::string title_of(const LimiterOf& one) {
  constexpr std::size_t max_named = 2;
  std::string devices;
  for (std::size_t i = 0; i < std::min(max_named, one.devices.size()); ++i)
    devices += (i > 0 ? ", " : "") + one.devices[i];
  if (one.devices.size() > max_named) devices += fmt::format(" and {} more", one.devices.size() - max_named);
  return fmt::format("time on {}, by {}: {}", devices, one.limiter, what_is_counted(one.limiter));
}

std::string bytes_text(double bytes) {
  if (bytes >= 1e9) return fmt::format("{:.3g} GB", bytes / 1e9);
  if (bytes >= 1e6) return fmt::format("{:.3g} MB", bytes / 1e6);
  return fmt::format("{:.3g} kB", bytes / 1e3);
}

}  // namespace

void LineUse::add_access(const Json& access) {
  const auto mnemonic = access.at("mnemonic").get<std::string>();
  const auto of = [&](const char* member) { return access.at(member).get<double>(); };
  sectors += of("sectors");
  host_sectors += access.value("host_share", 0.0) * of("sectors");
  wavefronts += of("wavefronts");
  if (mnemonic.starts_with("atom") || mnemonic.starts_with("red")) atomics += of("requests") + of("collisions");
  Access& own = accesses[mnemonic.substr(0, mnemonic.find('.')) + " " + access.at("space").get<std::string>()];
  own.sectors += of("sectors");
  own.wavefronts += of("wavefronts");
  own.ideal_wavefronts += of("ideal_wavefronts");
}

void LineUse::add_line(const Json& line) {
  warps += line.at("warps").get<double>();
  chain_cycles += line.at("chain_cycles").get<double>();
  for (const auto& [resource, amount] : line.at("resources").items()) resources[resource] += amount.get<double>();
}

std::string LineUse::text() const {
  std::string all = detail;
  const auto add = [&](const std::string& one) { all += (all.empty() ? "" : "\n") + one; };
  if (warps > 0) add(fmt::format("{:.6g} warp instructions", warps));
  if (machine.stalls > 0)
    add(fmt::format("{} machine instructions of warps, {} cycles of stalls", count_text(machine.warps),
                    count_text(machine.stalls)));
  for (const auto& [what, access] : accesses) {
    if (access.sectors > 0)
      add(fmt::format("{}: {:.6g} sectors, {}", what, access.sectors, bytes_text(access.sectors * 32)));
    if (access.wavefronts > 0)
      add(fmt::format("{}: {:.6g} wavefronts, {:.6g} without conflicts", what, access.wavefronts,
                      access.ideal_wavefronts));
  }
  return all;
}

double LineMeasure::amount(const LineUse& use) const {
  const std::string plain = plain_measure_of(resource);
  const std::string& counted = plain.empty() ? resource : plain;
  if (counted == instructions) return use.warps;
  if (counted == sectors) return use.sectors;
  if (counted == wavefronts) return use.wavefronts;
  if (counted == stalls) return use.machine.stalls;
  if (counted == "atomics") return use.atomics;
  if (counted == "host link") return use.host_sectors;
  if (counted == "latency") return use.chain_cycles;
  const auto found = use.resources.find(counted);
  return found == use.resources.end() ? 0 : found->second;
}

bool LineMeasure::is_of_accesses() const {
  const std::string plain = plain_measure_of(resource);
  const std::string& counted = plain.empty() ? resource : plain;
  return counted == sectors || counted == wavefronts || counted == "atomics" || counted == "host link" ||
         counted == "load/store";
}

std::vector<LineMeasure> line_measures(const Json& json, const LineUse& whole) {
  std::vector<LineMeasure> all;
  for (const LimiterOf& one : limiters(json)) all.push_back({title_of(one), one.limiter});
  const std::size_t limiter_count = all.size();
  for (const auto& [title, name] :
       {std::pair{"warp instructions", instructions}, std::pair{"sectors moved", sectors},
        std::pair{"shared wavefronts", wavefronts}, std::pair{"stalls: cycles of warps in machine code", stalls}}) {
    const bool is_there = std::any_of(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(limiter_count),
                                      [&](const LineMeasure& m) { return plain_measure_of(m.resource) == name; });
    if (!is_there) all.push_back({title, name});
  }
  std::erase_if(all, [&](const LineMeasure& m) { return m.amount(whole) <= 0; });
  return all;
}

}  // namespace forewarp::report::views
