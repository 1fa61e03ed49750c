// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What exec says of a program: its timeline, and per device its kernels, copies and host.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/answers.hpp"
#include "forewarp/report/page/views.hpp"
#include "forewarp/report/shown_name.hpp"
#include "forewarp/report/text.hpp"

namespace forewarp::report::views {

namespace {

using Details = std::map<std::size_t, std::size_t>;  ///< from the id of a distinct launch to its detail

constexpr std::size_t max_program_bars = 20;
/// Lines of a listing that are farther than this from all that run are left out.
constexpr std::size_t context_lines = 12;

Timeline::What::Kind kind_of(const std::string& name) {
  using Kind = Timeline::What::Kind;
  if (name == "kernel") return Kind::kernel;
  if (name == "host to device") return Kind::to_device;
  if (name == "device to host") return Kind::from_device;
  if (name == "fill") return Kind::fill;
  return name == "wait" ? Kind::wait : Kind::other_copy;
}

Timeline::Device timeline_device(const Json& json) {
  Timeline::Device device{.name = json.at("device").get<std::string>(), .end_s = json.at("end_s").get<double>()};
  for (const Json& lane : json.at("lanes")) {
    Timeline::Lane& added = device.lanes.emplace_back();
    added.name = lane.at("name").get<std::string>();
    for (const Json& s : lane.at("spans"))
      added.spans.push_back({s.at(0).get<double>(), s.at(1).get<double>(), s.at(2).get<std::size_t>(),
                             s.at(3).get<std::size_t>(), s.at(4).get<double>()});
  }
  return device;
}

std::string timeline_caption(const Json& timeline) {
  std::string text =
      "Drag to move, Ctrl and the wheel, the buttons or the keys + and - to zoom; a click on a launch shows its "
      "prediction below.";
  for (const Json& device : timeline.at("devices")) {
    const auto merged = device.at("merged").get<std::size_t>();
    if (merged == 0) continue;
    return text + fmt::format(" Of {} operations, neighbours that are short are drawn as one.",
                              device.at("operations").get<std::size_t>());
  }
  return text;
}

/// Without the lines that are far from all that run.
void shorten(Listing& listing) {
  std::vector<bool> near(listing.lines.size());
  for (std::size_t i = 0; i < near.size(); ++i) {
    if (listing.lines[i].shares.empty()) continue;
    const std::size_t first = i - std::min(i, context_lines), last = std::min(near.size(), i + context_lines + 1);
    std::fill(near.begin() + static_cast<std::ptrdiff_t>(first), near.begin() + static_cast<std::ptrdiff_t>(last),
              true);
  }
  std::vector<Listing::Line> kept;
  for (std::size_t i = 0; i < near.size(); ++i)
    if (near[i]) kept.push_back(std::move(listing.lines[i]));
  listing.lines = std::move(kept);
}

/// The page of predict and advise, of what a program launched.
Page studied(const Json& document) {
  Page page;
  add_kernel(document, page);
  // The prediction first, then what to change.
  std::ranges::stable_partition(page.sections,
                                [](const Section& s) { return !s.title.starts_with("What holds it back"); });
  for (Section& section : page.sections)
    for (Block& block : section.blocks)
      if (auto* listing = std::get_if<Listing>(&block)) shorten(*listing);
  return page;
}

Chart launch_terms_chart(const Json& predictions) {
  Chart chart{.kind = Chart::Kind::bars, .title = "What each resource alone would take"};
  chart.x = {.label = "time", .unit = Unit::seconds};
  chart.y = {.label = "term"};
  for (const auto& [device, p] : predictions.items()) {
    Series series{.name = device};
    for (const auto& [term, seconds] : p.at("terms_s").items())
      if (seconds.get<double>() > p.at("time_s").get<double>() / 1000)
        series.marks.push_back({.x = seconds.get<double>(), .y = term});
    chart.series.push_back(std::move(series));
  }
  return chart;
}

/// Of a launch without a study.
Page plain(const Json& launch) {
  Page page{.title = launch.at("kernel").get<std::string>()};
  for (const char* member : {"grid", "block"}) page.facts.emplace_back(member, shape_text(launch.at(member)));
  page.facts.emplace_back("registers a thread", launch.at("registers").dump());
  page.facts.emplace_back("shared bytes a block", launch.at("shared_bytes").dump());
  page.sections.push_back({"What limits it", {launch_terms_chart(launch.at("predictions"))}, ""});
  return page;
}

/// Kernels by their names; long ones are shortened, and the whole name is among the notes of the detail.
using Names = std::map<std::string, std::string>;

/// In the order of the first device's times, as in the text.
Names names_of(const Json& json) {
  std::vector<std::string> full;
  const auto add = [&](const Json& kernels) {
    for (const Json& k : kernels)
      if (const auto name = k.at("kernel").get<std::string>(); std::ranges::find(full, name) == full.end())
        full.push_back(name);
  };
  for (const Json& device : json.at("devices")) add(device.at("kernels"));
  add(json.at("launches"));
  const std::vector<std::string> shown = shown_names(full);
  Names names;
  for (std::size_t i = 0; i < full.size(); ++i) names[full[i]] = shown[i];
  return names;
}

const std::string& shown_in(const Names& names, const Json& of) {
  return names.at(of.at("kernel").get_ref<const std::string&>());
}

/// A detail for each distinct launch.
std::vector<Page> details_of(const Json& json, const Names& names, Details& numbers) {
  std::map<std::size_t, const Json*> studies;
  if (json.contains("studies"))
    for (const Json& s : json.at("studies")) studies[s.at("id").get<std::size_t>()] = &s.at("document");
  std::vector<Page> details;
  for (const Json& launch : json.at("launches")) {
    const auto id = launch.at("id").get<std::size_t>();
    const auto study = studies.find(id);
    Page page = study != studies.end() ? studied(*study->second) : plain(launch);
    page.title = shown_in(names, launch);
    if (const auto full = launch.at("kernel").get<std::string>(); full != page.title) page.notes.push_back(full);
    page.facts.insert(page.facts.begin(), {"launches like this", launch.at("launches").dump()});
    if (study == studies.end() && !studies.empty())
      page.notes.push_back(fmt::format(
          "source lines and roofline are kept of the {} launches that take most of the time; this is none of them",
          studies.size()));
    numbers[id] = details.size();
    details.push_back(std::move(page));
  }
  return details;
}

Section timeline_section(const Json& json, const Names& names, Details& numbers) {
  const Json& from = json.at("timeline");
  Timeline timeline{.caption = timeline_caption(from), .details = details_of(json, names, numbers)};
  for (const Json& what : from.at("what")) {
    Timeline::What& added = timeline.whats.emplace_back();
    added.kind = kind_of(what.at("kind").get<std::string>());
    added.name = what.at("name").get<std::string>();
    added.group = what.at("group").get<std::size_t>();
    if (what.contains("distinct")) added.detail = numbers.at(what.at("distinct").get<std::size_t>());
  }
  for (const Json& device : from.at("devices")) timeline.devices.push_back(timeline_device(device));
  return {"Timeline", {std::move(timeline)}, ""};
}

Chart kernel_chart(const Json& kernels, const Names& names) {
  Chart chart{.kind = Chart::Kind::bars, .title = "Time by kernel"};
  if (kernels.size() > max_program_bars)
    chart.caption = fmt::format("The first {} of {} kernels.", max_program_bars, kernels.size());
  chart.x = {.label = "total time", .unit = Unit::seconds};
  chart.y = {.label = "kernel"};
  Series series{.name = "total"};
  for (const Json& k : kernels)
    if (series.marks.size() < max_program_bars)
      series.marks.push_back({.x = k.at("total_s").get<double>(), .y = shown_in(names, k)});
  chart.series.push_back(std::move(series));
  return chart;
}

PageTable kernel_table(const Json& kernels, const Names& names) {
  PageTable table{.title = "Kernels"};
  table.columns = {{"kernel"},
                   {"launches"},
                   {"total", Unit::seconds},
                   {"share", Unit::share},
                   {"mean", Unit::seconds},
                   {"least", Unit::seconds},
                   {"most", Unit::seconds},
                   {"limiter"},
                   {"first advice"}};
  for (const Json& k : kernels)
    table.rows.push_back({shown_in(names, k), value_of(k.at("launches")), value_of(k.at("total_s")),
                          value_of(k.at("share")), value_of(k.at("mean_s")), value_of(k.at("min_s")),
                          value_of(k.at("max_s")), value_of(k.at("limiter")), value_of(k.at("advice"))});
  return table;
}

PageTable launch_table(const Json& launches, const std::string& device, const Names& names, const Details& details) {
  PageTable table{.title = "Launches that are not alike"};
  table.columns = {{"kernel"},
                   {"grid"},
                   {"block"},
                   {"launches"},
                   {"time", Unit::seconds},
                   {"low", Unit::seconds},
                   {"high", Unit::seconds},
                   {"limiter"}};
  for (const Json& launch : launches) {
    if (launch.at("launches") == 0) continue;  // the program was killed before it was issued
    const Json& p = launch.at("predictions").at(device);
    table.rows.push_back({shown_in(names, launch), shape_text(launch.at("grid")), shape_text(launch.at("block")),
                          value_of(launch.at("launches")), value_of(p.at("time_s")), value_of(p.at("low_s")),
                          value_of(p.at("high_s")), value_of(p.at("limiter"))});
    const auto detail = details.find(launch.at("id").get<std::size_t>());
    if (detail != details.end()) table.details.emplace_back(detail->second);
  }
  return table;
}

PageTable memory_table(const Json& memory) {
  PageTable table{.title = "Copies and fills"};
  table.columns = {
      {"what"}, {"number"}, {"bytes", Unit::bytes}, {"total", Unit::seconds}, {"bytes a second", Unit::bytes}};
  for (const Json& m : memory) {
    const double seconds = m.at("total_s").get<double>();
    table.rows.push_back({value_of(m.at("what")), value_of(m.at("number")), value_of(m.at("bytes")), seconds,
                          seconds > 0 ? Value(m.at("bytes").get<double>() / seconds) : Value{}});
  }
  return table;
}

PageTable host_table(const Json& device) {
  PageTable table{.title = "Time of the host"};
  table.columns = {{"what"}, {"number"}, {"time", Unit::seconds}};
  if (device.contains("host")) {
    const Json& host = device.at("host");
    table.rows.push_back({"all", Value{}, value_of(host.at("total_s"))});
    table.rows.push_back({"its own work, on this machine", Value{}, value_of(host.at("computed_s"))});
    table.rows.push_back({"in calls", Value{}, value_of(host.at("called_s"))});
    table.rows.push_back({"waiting for the device", Value{}, value_of(host.at("waited_s"))});
  }
  if (device.contains("waits"))
    for (const Json& wait : device.at("waits"))
      table.rows.push_back({"waiting in " + wait.at("call").get<std::string>(), value_of(wait.at("number")),
                            value_of(wait.at("total_s"))});
  return table;
}

Section device_section(const Json& json, const Json& device, const Names& names, const Details& details) {
  const auto name = device.at("device").get<std::string>();
  const bool several = json.at("devices").size() > 1;
  Section section{.title = "On " + name, .blocks = {}, .device = several ? name : ""};
  const Json& kernels = device.at("kernels");
  if (kernels.size() > 1) section.blocks.emplace_back(kernel_chart(kernels, names));
  if (!kernels.empty()) section.blocks.emplace_back(kernel_table(kernels, names));
  if (!kernels.empty()) section.blocks.emplace_back(launch_table(json.at("launches"), name, names, details));
  if (!device.at("memory").empty()) section.blocks.emplace_back(memory_table(device.at("memory")));
  PageTable host = host_table(device);
  if (!host.rows.empty()) section.blocks.emplace_back(std::move(host));
  return section;
}

void add_notes(const Json& json, Page& page) {
  if (json.value("left", false))
    page.notes.emplace_back("the program left without its exit handlers (_exit, exec): the host's time is not known");
  else if (!json.at("ended").get<bool>())
    page.notes.emplace_back("the program did not end by itself: this is what had ended before");
  for (const Json& device : json.at("devices"))
    for (const Json& k : device.at("kernels"))
      if (k.contains("cannot_run"))
        page.notes.push_back(fmt::format("{} cannot run on {}; its time is taken from {}: {}",
                                         k.at("kernel").get<std::string>(), device.at("device").get<std::string>(),
                                         json.at("devices").front().at("device").get<std::string>(),
                                         k.at("cannot_run").get<std::string>()));
  for (const Json& fault : json.at("faults")) page.notes.push_back("fault: " + fault.get<std::string>());
  for (const Json& note : json.at("notes")) page.notes.push_back(note.get<std::string>());
  for (const Json& call : json.at("failed_calls")) page.notes.push_back("failed call: " + call.get<std::string>());
}

}  // namespace

void add_program(const Json& json, Page& page) {
  page.title = json.at("program").get<std::string>();
  std::size_t launches = 0, distinct = 0;
  for (const Json& launch : json.at("launches")) {
    launches += launch.at("launches").get<std::size_t>();
    distinct += launch.at("launches") == 0 ? 0 : 1;
  }
  page.facts.emplace_back("launches", fmt::format("{}", launches));
  page.facts.emplace_back("of them not alike", fmt::format("{}", distinct));
  if (json.contains("machine_code"))
    page.facts.emplace_back("machine code", json.at("machine_code").get<std::string>());
  for (const Json& device : json.at("devices"))
    page.facts.emplace_back(device.at("device").get<std::string>() + " busy",
                            time_text(device.at("busy_s").get<double>()));
  page.answer = program_answer(json);
  add_notes(json, page);
  const Names names = names_of(json);
  Details details;
  if (json.contains("timeline")) page.sections.push_back(timeline_section(json, names, details));
  for (const Json& device : json.at("devices")) page.sections.push_back(device_section(json, device, names, details));
}

}  // namespace forewarp::report::views
