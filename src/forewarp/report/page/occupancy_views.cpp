// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Occupancy as the curves of NVIDIA's calculator: over threads per block, registers per thread and shared memory per
/// block, with a line where the launch is. They are computed anew from the data sheets, so that pages of older JSON
/// have them, too; a device that only the JSON knows has none.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "forewarp/model/device/database.hpp"
#include "forewarp/model/device/occupancy.hpp"
#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/page/views.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::report::views {
namespace {

using device::BlockDemand;
using device::DeviceSpec;

struct Placed {
  DeviceSpec device;
  BlockDemand block;
};

std::optional<DeviceSpec> known(const std::string& name) {
  try {
    return device::find_device(name);
  } catch (const Error&) {
    return std::nullopt;  // a data sheet of the reader's own, which is elsewhere
  }
}

double fraction(const DeviceSpec& spec, const BlockDemand& block) {
  try {
    return device::occupancy(spec, block).fraction;
  } catch (const InputError&) {
    return 0;  // not even one block fits
  }
}

/// One of the three demands, and the values that a curve goes over.
struct Demand {
  const char *title, *label;
  Unit unit;
  std::function<std::uint64_t(const DeviceSpec&)> first, last, step;
  std::function<void(BlockDemand&, std::uint64_t)> set;
  std::function<std::uint64_t(const BlockDemand&)> get;
};

std::vector<Demand> demands() {
  return {
      {"Occupancy over threads per block", "threads per block", Unit::none,
       [](const DeviceSpec& d) { return d.warp_size; }, [](const DeviceSpec& d) { return d.max_threads_per_block; },
       [](const DeviceSpec& d) { return d.warp_size; },
       [](BlockDemand& b, std::uint64_t v) { b.threads = static_cast<std::uint32_t>(v); },
       [](const BlockDemand& b) { return b.threads; }},
      {"Occupancy over registers per thread", "registers per thread", Unit::none, [](const DeviceSpec&) { return 16U; },
       [](const DeviceSpec& d) { return d.max_registers_per_thread; }, [](const DeviceSpec&) { return 1U; },
       [](BlockDemand& b, std::uint64_t v) { b.registers_per_thread = static_cast<std::uint32_t>(v); },
       [](const BlockDemand& b) { return b.registers_per_thread; }},
      {"Occupancy over shared memory per block", "shared memory per block", Unit::bytes,
       [](const DeviceSpec&) { return 0U; }, [](const DeviceSpec& d) { return d.shared_bytes_per_block; },
       [](const DeviceSpec&) { return 512U; }, [](BlockDemand& b, std::uint64_t v) { b.shared_bytes = v; },
       [](const BlockDemand& b) { return b.shared_bytes; }}};
}

/// Points where the curve changes, and its ends.
Series curve(const Placed& placed, const Demand& demand) {
  Series series{.style = Series::Style::step, .name = placed.device.name};
  const std::uint64_t last = demand.last(placed.device), step = demand.step(placed.device);
  for (std::uint64_t v = demand.first(placed.device); v <= last; v += step) {
    BlockDemand block = placed.block;
    demand.set(block, v);
    const double share = fraction(placed.device, block);
    const bool end = v + step > last;
    if (!end && !series.marks.empty() && std::get<double>(series.marks.back().y) == share) continue;
    series.marks.push_back({.x = static_cast<double>(v), .y = share, .label = placed.device.name});
  }
  return series;
}

std::string launch_text(std::uint64_t value, Unit unit) {
  return unit == Unit::bytes ? "here: " + bytes_text(static_cast<double>(value)) : fmt::format("here: {}", value);
}

Chart chart_of(const std::vector<Placed>& all, const Demand& demand) {
  Chart chart{.kind = Chart::Kind::points,
              .title = demand.title,
              .x = {.label = demand.label, .unit = demand.unit},
              .y = {.label = "occupancy", .unit = Unit::share},
              .low = true};
  for (const Placed& placed : all) chart.series.push_back(curve(placed, demand));
  std::vector<std::uint64_t> here;
  for (const Placed& placed : all)
    if (std::ranges::find(here, demand.get(placed.block)) == here.end()) here.push_back(demand.get(placed.block));
  for (const std::uint64_t value : here)
    if (here.size() <= 3 && value > 0)
      chart.rules.emplace_back(static_cast<double>(value), launch_text(value, demand.unit));
  return chart;
}

std::vector<Block> curves(const std::vector<Placed>& all) {
  std::vector<Block> blocks;
  for (const Demand& demand : demands()) blocks.emplace_back(chart_of(all, demand));
  return blocks;
}

/// The first of each device: a sweep over threads has one row a block size.
std::vector<Placed> placed_of(const Json& cases) {
  constexpr std::size_t most = 4;
  std::vector<Placed> all;
  for (const Json& one : cases) {
    const auto name = one.at("device").get<std::string>();
    if (all.size() == most || std::ranges::any_of(all, [&](const Placed& p) { return p.device.name == name; }))
      continue;
    if (auto spec = known(name))
      all.push_back({*spec,
                     {one.at("threads").get<std::uint32_t>(), one.at("registers_per_thread").get<std::uint32_t>(),
                      one.at("shared_bytes").get<std::uint64_t>()}});
  }
  return all;
}

PageTable cases_table(const Json& cases) {
  PageTable table{.title = "Occupancy"};
  table.columns = {{"device"},           {"threads"},      {.name = "occupancy", .unit = Unit::share, .bar = true},
                   {"limited by"},       {"blocks an SM"}, {"warps an SM"},
                   {"by warps"},         {"by blocks"},    {"by registers"},
                   {"by shared memory"}, {"why not"}};
  for (const Json& one : cases) {
    std::vector<Value> row{value_of(one.at("device")), value_of(one.at("threads"))};
    if (one.at("fits").get<bool>()) {
      for (const char* member : {"occupancy", "limit", "blocks_per_sm", "warps_per_sm"})
        row.push_back(value_of(one.at(member)));
      for (const char* limit : {"warps", "blocks", "registers", "shared_memory"})
        row.push_back(value_of(one.at("blocks_by").at(limit)));
      row.emplace_back();
    } else {
      row.resize(10);
      row.push_back(value_of(one.at("reason")));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

void add_occupancy(const Json& cases, Page& page) {
  const Json& first = cases.at(0);
  page.title = "Occupancy";
  page.facts.emplace_back("registers a thread", first.at("registers_per_thread").dump());
  page.facts.emplace_back("shared bytes a block", first.at("shared_bytes").dump());
  page.answer = occupancy_answer(cases);
  Section section{.title = "How many warps an SM holds", .blocks = curves(placed_of(cases))};
  section.blocks.emplace_back(cases_table(cases));
  page.sections.push_back(std::move(section));
}

void add_occupancy_of(const Json& json, Page& page) {
  if (!json.contains("block") || !json.contains("registers") || !json.at("registers").is_number()) return;
  std::uint32_t threads = 1;
  for (const Json& extent : json.at("block")) threads *= extent.get<std::uint32_t>();
  const std::uint64_t shared = json.value("shared_bytes", std::uint64_t{0});
  std::vector<Placed> all;
  for (const Json& p : side_by_side_of(json.at("predictions")))
    if (auto spec = known(p.at("device").get<std::string>())) {
      const Json& own = p.contains("registers") && p.at("registers").is_number() ? p : json;
      all.push_back({*spec, {threads, own.at("registers").get<std::uint32_t>(), shared}});
    }
  if (!all.empty()) page.sections.push_back({.title = "Occupancy", .blocks = curves(all), .folded = true});
}

}  // namespace forewarp::report::views
