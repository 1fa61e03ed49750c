// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Where what a kernel did puts it under the roofs of devices: one launch on several, or variants of it on one.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "forewarp/frontend/ptx/mnemonic.hpp"
#include "forewarp/model/device/database.hpp"
#include "forewarp/model/operations.hpp"
#include "forewarp/report/headline.hpp"
#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

namespace {

constexpr double sector_bytes = 32;

/// Of a whole launch: operations, bytes requested from the caches, bytes touched at least once.
struct Work {
  model::Operations operations{};
  double requested = 0, touched = 0;

  [[nodiscard]] double flops() const { return model::total(operations); }
  [[nodiscard]] model::FloatUnit unit() const { return model::busiest_unit(operations); }
};

void add_operations(Work& work, const Json& row) {
  model::add_operations(work.operations, ptx::decode_mnemonic(row.at("mnemonic").get<std::string>()),
                        row.at("warps").get<double>(), row.at("threads").get<double>());
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

/// Nothing where a kernel has no place in a roofline.
std::optional<Work> work_of(const Json& profile) {
  Work work{.requested = requested_bytes(profile), .touched = touched_bytes(profile)};
  for (const Json& row : profile.at("instructions")) add_operations(work, row);
  if (work.flops() <= 0 || work.requested <= 0 || work.touched <= 0) return std::nullopt;
  return work;
}

struct Intensities {
  double low = 0, high = 0;
};

Intensities around(const Work& work) { return {0.5 * work.flops() / work.requested, 2 * work.flops() / work.touched}; }

struct Ceiling {
  double peak;  ///< operations per second
  std::string unit;
};

/// "DRAM 1.56 TB/s" along the slope; above the flat part, what the peak is of.
Series roof(Series::Style style, const std::string& level, const std::string& device, double bytes_per_s,
            const Ceiling& ceiling, Intensities range) {
  const double peak = ceiling.peak, ridge = peak / bytes_per_s;
  Series series{.style = style, .name = level + " " + rate_text(bytes_per_s, "B/s"), .group = device};
  const std::string label = fmt::format("{}, {}", device, series.name);
  if (range.low < ridge) series.marks.push_back({.x = range.low, .y = range.low * bytes_per_s, .label = label});
  series.marks.push_back({.x = std::max(range.low, ridge), .y = peak, .label = label + ": ridge"});
  Mark end{.x = std::max(range.high, 2 * ridge), .y = peak, .label = fmt::format("{}: {} peak", device, ceiling.unit)};
  if (style == Series::Style::line) end.name = fmt::format("{} peak {}", ceiling.unit, rate_text(peak, "FLOP/s"));
  series.marks.push_back(std::move(end));
  return series;
}

/// L2's roof dashed, the device memory's whole.
void add_roofs(const std::string& name, model::FloatUnit unit, Intensities range, Chart& chart) {
  const device::DeviceSpec spec = device::find_device(name);
  const model::FloatUnit own = model::unit_on(spec, unit);
  const Ceiling ceiling{model::peak_operations(spec, own), std::string(model::name_of(own))};
  chart.series.push_back(roof(Series::Style::line, "DRAM", spec.name, spec.dram_bytes_per_s, ceiling, range));
  if (spec.l2_bytes_per_s > 0)
    chart.series.push_back(roof(Series::Style::dashed, "L2", spec.name, spec.l2_bytes_per_s, ceiling, range));
}

/// `caption` names them beside the points: "L2", "DRAM".
void add_points(const std::string& name, const std::string& group, const std::string& caption, const Work& work,
                double time_s, Chart& chart) {
  const double rate = work.flops() / time_s;
  Series points{.name = name, .group = group};
  points.marks.push_back(
      {.x = work.flops() / work.requested, .y = rate, .label = name + ", by bytes requested", .name = caption + "L2"});
  points.marks.push_back(
      {.x = work.flops() / work.touched, .y = rate, .label = name + ", by bytes touched", .name = caption + "DRAM"});
  chart.series.push_back(std::move(points));
}

Chart empty_chart(const std::string& each, model::FloatUnit unit) {
  Chart chart{
      .kind = Chart::Kind::points,
      .title = "Roofline",
      .caption = fmt::format(
          "Operations a second over operations a byte. {} has two points: by the bytes that its caches are asked for "
          "(against the L2 roof) and by the bytes touched at least once (against the DRAM roof). The flat part is the "
          "{} "
          "peak, what most of the operations run on.",
          each, model::name_of(unit)),
      .x = {.label = "operations a byte", .logarithmic = true},
      .y = {.label = "operations a second", .logarithmic = true},
      .along = true};
  return chart;
}

std::string words(const Json& configuration) {
  std::string text;
  for (const auto& [name, value] : configuration.items())
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value.get<std::string>());
  return text;
}

void add_variants_roofline(const Json& json, Page& page) {
  std::vector<Work> works;
  Intensities range;
  for (const Json& variant : json.at("variants")) {
    const auto work = work_of(variant.at("profile"));
    if (!work) return;
    const Intensities own = around(*work);
    range = works.empty() ? own : Intensities{std::min(range.low, own.low), std::max(range.high, own.high)};
    works.push_back(*work);
  }
  const model::FloatUnit unit = works.front().unit();
  Chart chart = empty_chart("Each variant", unit);
  add_roofs(json.at("device").get<std::string>(), unit, range, chart);
  for (std::size_t i = 0; i < works.size(); ++i) {
    const Json& variant = json.at("variants").at(i);
    const auto role = variant.at("role").get<std::string>();
    const std::string name = role + ": " + words(variant.at("configuration"));
    add_points(name, name, role + ", ", works[i], variant.at("time_s").get<double>(), chart);
  }
  page.sections.push_back({"Under the roofs", {std::move(chart)}});
}

}  // namespace

void add_roofline(const Json& json, Page& page) {
  const auto work = work_of(json.at("profile"));
  if (!work) return;
  Chart chart = empty_chart("Each device", work->unit());
  for (const Json& p : side_by_side_of(json.at("predictions"))) {
    const auto name = p.at("device").get<std::string>();
    add_roofs(name, work->unit(), around(*work), chart);
    add_points(name, device::find_device(name).name, "", *work, p.at("time_s").get<double>(), chart);
  }
  chart.panels = true;
  page.sections.push_back({"Under the roofs", {std::move(chart)}});
}

void add_variants(const Json& json, Page& page) {
  if (json.at("variants").empty()) return;
  add_variants_roofline(json, page);
  const std::size_t before = page.sections.size();
  Json best = json.at("variants").at(0);
  best["device"] = json.at("device");  // whose limiter colours the lines
  add_source(best, page);
  if (page.sections.size() > before) page.sections.back().title = "Where, with " + words(best.at("configuration"));
}

}  // namespace forewarp::report::views
