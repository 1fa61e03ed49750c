// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What a kernel did on the emulator: instructions, accesses, and where that puts it under the roofs of each device.
#include <fmt/format.h>

#include <algorithm>

#include "forewarp/device/database.hpp"
#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

namespace {

constexpr double sector_bytes = 32;

/// Floating-point operations of all threads: two for a fused multiply-add.
double flops(const Json& profile) {
  double sum = 0;
  for (const Json& row : profile.at("instructions")) {
    const auto mnemonic = row.at("mnemonic").get<std::string>();
    if (mnemonic.find(".f32") == std::string::npos && mnemonic.find(".f64") == std::string::npos) continue;
    for (const auto& [stem, count] :
         {std::pair{"fma.", 2}, {"mad.", 2}, {"add.", 1}, {"sub.", 1}, {"mul.", 1}, {"div.", 1}, {"sqrt.", 1}})
      if (mnemonic.starts_with(stem)) sum += count * row.at("threads").get<double>();
  }
  return sum;
}

double requested_bytes(const Json& profile) {
  double sectors = 0;
  for (const Json& access : profile.at("accesses"))
    if (access.at("space") == "global") sectors += access.at("sectors").get<double>();
  return sectors * sector_bytes;
}

double touched_bytes(const Json& profile) {
  double sectors = 0;
  for (const Json& buffer : profile.at("buffers")) sectors += buffer.at("sectors_total").get<double>();
  return sectors * sector_bytes;
}

/// The nearest memory's roof dashed, the device memory's whole.
Series roof(Series::Style style, const std::string& name, const std::string& group, double bytes_per_s, double peak,
            double low, double high) {
  const double ridge = peak / bytes_per_s;
  Series series{.style = style, .name = name, .group = group};
  if (low < ridge) series.marks.push_back({.x = low, .y = low * bytes_per_s, .label = name});
  series.marks.push_back({.x = std::max(low, ridge), .y = peak, .label = fmt::format("{}: ridge", name)});
  series.marks.push_back({.x = std::max(high, 2 * ridge), .y = peak, .label = fmt::format("{}: fp32 peak", name)});
  return series;
}

PageTable instruction_table(const Json& profile) {
  PageTable table{.title = "Instructions"};
  table.columns = {{"instruction"}, {"threads"}, {"warps"}, {"share", Unit::share}};
  const double all = profile.at("thread_instructions").get<double>();
  for (const Json& row : profile.at("instructions"))
    table.rows.push_back({row.at("mnemonic").get<std::string>(), row.at("threads").get<double>(),
                          row.at("warps").get<double>(), all > 0 ? row.at("threads").get<double>() / all : 0});
  std::ranges::sort(table.rows, std::greater{}, [](const auto& row) { return std::get<double>(row[3]); });
  return table;
}

PageTable access_table(const Json& profile) {
  PageTable table{.title = "Memory accesses"};
  table.caption =
      "Sectors are 32 bytes; 4 a request is the least for 4-byte words. Collisions are extra trips for bank conflicts.";
  table.columns = {{"line"},       {"access"},      {"buffer"}, {"space"}, {"requests"}, {"sectors a request"},
                   {"collisions"}, {"bytes a lane"}};
  for (const Json& access : profile.at("accesses")) {
    const double requests = access.at("requests").get<double>();
    table.rows.push_back({value_of(access.at("source_line")), value_of(access.at("mnemonic")),
                          value_of(access.at("buffer")), value_of(access.at("space")), requests,
                          requests > 0 ? access.at("sectors").get<double>() / requests : 0,
                          value_of(access.at("collisions")), value_of(access.at("bytes_per_lane"))});
  }
  return table;
}

}  // namespace

void add_roofline(const Json& json, Page& page) {
  const Json& profile = json.at("profile");
  const double work = flops(profile), requested = requested_bytes(profile), touched = touched_bytes(profile);
  if (work <= 0 || requested <= 0 || touched <= 0) return;
  Chart chart{.kind = Chart::Kind::points, .title = "Roofline"};
  chart.caption =
      "Floating-point operations a second over operations a byte. Each device has two points: by the bytes that its "
      "caches are asked for (against the L2 roof) and by the bytes touched at least once (against the DRAM roof).";
  chart.x = {.label = "operations a byte", .logarithmic = true};
  chart.y = {.label = "operations a second", .logarithmic = true};
  for (const Json& p : json.at("predictions")) {
    const auto name = p.at("device").get<std::string>();
    const device::DeviceSpec spec = device::find_device(name);
    const double peak = 2 * spec.throughput.fp32 * spec.sms * spec.boost_hz, rate = work / p.at("time_s").get<double>();
    const double low = 0.5 * work / requested, high = 2 * work / touched;
    chart.series.push_back(roof(Series::Style::line, name + " DRAM", name, spec.dram_bytes_per_s, peak, low, high));
    if (spec.l2_bytes_per_s > 0)
      chart.series.push_back(roof(Series::Style::dashed, name + " L2", name, spec.l2_bytes_per_s, peak, low, high));
    Series points{.name = name, .group = name};
    points.marks.push_back({.x = work / requested, .y = rate, .label = name + ", by bytes requested"});
    points.marks.push_back({.x = work / touched, .y = rate, .label = name + ", by bytes touched"});
    chart.series.push_back(std::move(points));
  }
  page.sections.push_back({"Under the roofs", {std::move(chart)}});
}

void add_profile(const Json& json, Page& page) {
  const Json& profile = json.at("profile");
  Section section{.title = "What it does"};
  section.blocks.emplace_back(access_table(profile));
  section.blocks.emplace_back(instruction_table(profile));
  page.sections.push_back(std::move(section));
}

}  // namespace forewarp::report::views
