// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Pages of what is known before any prediction: data sheets, the counters of a launch, the kernels of the corpus.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/page/sheet_figures.hpp"
#include "forewarp/report/page/views.hpp"
#include "forewarp/report/text.hpp"

namespace forewarp::report::views {
namespace {

/// "Ampere GA102": "Ampere".
std::string family_of(const Json& device) {
  const auto name = device.at("architecture").get<std::string>();
  return name.substr(0, name.find(' '));
}

/// The seven architectures with most devices have a colour each, the others one together.
std::map<std::string, std::string> families_of(const Json& devices) {
  constexpr std::size_t most = 7;
  std::map<std::string, std::size_t> counts;
  for (const Json& d : devices) ++counts[family_of(d)];
  std::vector<std::string> names;
  for (const auto& [name, count] : counts) names.push_back(name);
  std::ranges::stable_sort(names, std::greater{}, [&](const std::string& n) { return counts.at(n); });
  std::map<std::string, std::string> families;
  for (std::size_t i = 0; i < names.size(); ++i)
    families[names[i]] = names.size() <= most + 1 || i < most ? names[i] : "others";
  return families;
}

Chart balance_chart(const Json& devices) {
  Chart chart{
      .kind = Chart::Kind::points,
      .title = "Computation and memory",
      .caption = "The dashed lines are kernels of 1, 10 and 100 operations a byte: above one, DRAM limits them.",
      .x = {.label = "DRAM bandwidth, bytes a second", .logarithmic = true},
      .y = {.label = "fp32 peak, operations a second", .logarithmic = true},
      .slopes = {{1, "1 a byte"}, {10, "10 a byte"}, {100, "100 a byte"}}};
  const auto families = families_of(devices);
  std::map<std::string, Series> series;
  for (const Json& d : devices) {
    const auto bandwidth = figure(d, "dram_gb_per_s"), peak = fp32_flops(d);
    if (!bandwidth || !peak) continue;
    Series& own = series[families.at(family_of(d))];
    Mark mark{.x = *bandwidth * 1e9, .y = *peak, .label = d.at("name").get<std::string>()};
    if (devices.size() <= 12) mark.name = mark.label;
    own.marks.push_back(std::move(mark));
  }
  for (auto& [name, one] : series) {
    one.name = name;
    chart.series.push_back(std::move(one));
  }
  return chart;
}

PageTable sheets_table(const Json& devices) {
  PageTable table{.title = "Devices"};
  table.columns = {{"device"}, {"architecture"}, {"year"}, {"SMs"}, {"boost MHz"}, {"fp32 operations a second"}};
  const std::vector<std::pair<const char*, const char*>> figures{
      {"DRAM GB/s", "dram_gb_per_s"}, {"DRAM GiB", "dram_gib"}, {"L2 KiB", "l2_kib"}, {"TDP W", "tdp_w"}};
  for (const auto& [heading, name] : figures) table.columns.push_back({heading});
  const auto cell = [](std::optional<double> value) { return value ? Value(*value) : Value{}; };
  for (const Json& d : devices) {
    std::vector<Value> row{value_of(d.at("name")), value_of(d.at("architecture"))};
    // A year is a name, not a number in groups of three.
    const auto year = figure(d, "year");
    row.push_back(year ? Value(fmt::format("{:.0f}", *year)) : Value{});
    for (const char* name : {"sms", "boost_mhz"}) row.push_back(cell(figure(d, name)));
    row.push_back(cell(fp32_flops(d)));
    for (const auto& [heading, name] : figures) row.push_back(cell(figure(d, name)));
    table.rows.push_back(std::move(row));
  }
  return table;
}

PageTable figures_table(const Json& device) {
  PageTable table{.title = "Every figure of " + device.at("name").get<std::string>()};
  table.columns = {{"figure"}, {"value"}, {"unit"}, {"source"}};
  for (const auto& [name, figure] : device.at("figures").items())
    table.rows.push_back({name, value_of(figure.at("value")),
                          figure.contains("unit") ? value_of(figure.at("unit")) : Value{},
                          figure.contains("source") ? value_of(figure.at("source")) : Value{}});
  return table;
}

/// Counters that are shares of what the hardware could do, the largest first.
Chart shares_chart(const Json& counters) {
  Chart chart{.kind = Chart::Kind::bars,
              .title = "Counters in percent",
              .x = {.label = "percent", .unit = Unit::percent},
              .y = {.label = "counter"}};
  Series series{.name = "counters"};
  for (const auto& [name, counter] : counters.items())
    if (counter.at("unit") == "%" && counter.at("value").is_number() && counter.at("value").get<double>() > 0)
      series.marks.push_back({.x = counter.at("value").get<double>(), .y = name});
  std::ranges::stable_sort(series.marks, std::greater{}, [](const Mark& m) { return std::get<double>(m.x); });
  chart.series.push_back(std::move(series));
  return chart;
}

PageTable counters_table(const Json& counters) {
  PageTable table{.title = "Counters"};
  table.columns = {{"counter"}, {"value"}, {"of"}};
  for (const auto& [name, counter] : counters.items()) {
    const auto unit = counter.at("unit").get<std::string>();
    table.rows.push_back({name, value_of(counter.at("value")), unit == "1" ? Value{} : Value(unit)});
  }
  return table;
}

PageTable launches_table(const Json& launches) {
  PageTable table{.title = "Launches"};
  table.columns = {{"kernel"}, {"launch"}, {"area"}, {"resembles"}};
  for (const Json& one : launches)
    table.rows.push_back(
        {value_of(one.at("kernel")), value_of(one.at("launch")), value_of(one.at("area")), value_of(one.at("suite"))});
  return table;
}

/// Kernels of each area.
Chart areas_chart(const Json& launches) {
  std::map<std::string, std::set<std::string>> kernels;
  for (const Json& one : launches)
    kernels[one.at("area").get<std::string>()].insert(one.at("kernel").get<std::string>());
  Chart chart{.kind = Chart::Kind::bars, .title = "Kernels by area", .x = {.label = "kernels"}, .y = {.label = "area"}};
  Series series{.name = "kernels"};
  for (const auto& [area, names] : kernels) series.marks.push_back({.x = static_cast<double>(names.size()), .y = area});
  std::ranges::stable_sort(series.marks, std::greater{}, [](const Mark& m) { return std::get<double>(m.x); });
  chart.series.push_back(std::move(series));
  return chart;
}

/// Which part of each feature's range has launches: an empty cell is a kind of kernel that is missing.
PageTable dials_table(const Json& dials) {
  PageTable table{.title = "What launches cover",
                  .caption = "Each row is a class of one feature; a class without a launch is what the corpus lacks."};
  table.columns = {{"feature"}, {"from"}, {"to"}, {"kernels"}, {"launches"}, {"for example"}};
  for (const Json& dial : dials)
    for (const Json& one : dial.at("classes"))
      table.rows.push_back({value_of(dial.at("dial")), value_of(one.at("low")),
                            one.contains("high") ? value_of(one.at("high")) : Value{}, value_of(one.at("kernels")),
                            value_of(one.at("launches")),
                            one.contains("example") ? value_of(one.at("example")) : Value{}});
  return table;
}

}  // namespace

void add_devices(const Json& devices, Page& page) {
  page.title = devices.size() == 1 ? devices.at(0).at("name").get<std::string>() : "Devices";
  page.answer = devices_answer(devices);
  Section section{.title = "What they can do", .blocks = {balance_chart(devices), sheets_table(devices)}};
  page.sections.push_back(std::move(section));
  constexpr std::size_t most = 8;
  if (devices.size() > most) return;
  for (const Json& d : devices)
    page.sections.push_back({.title = d.at("name").get<std::string>() + ", figure by figure",
                             .blocks = {figures_table(d)},
                             .folded = devices.size() > 1});
}

void add_counters(const Json& json, Page& page) {
  add_heading(json, page);
  page.answer = counters_answer(json);
  const Json& counters = json.at("counters");
  page.sections.push_back(
      {.title = "What a profiler would count", .blocks = {shares_chart(counters), counters_table(counters)}});
}

void add_corpus(const Json& json, Page& page) {
  page.title = "The corpus";
  const Json& launches = json.at("launches");
  page.answer = corpus_answer(json);
  Section section{.title = "Kernels", .blocks = {areas_chart(launches), launches_table(launches)}};
  page.sections.push_back(std::move(section));
  if (json.contains("dials") && !json.at("dials").empty())
    page.sections.push_back({.title = "Which kinds are missing", .blocks = {dials_table(json.at("dials"))}});
}

}  // namespace forewarp::report::views
