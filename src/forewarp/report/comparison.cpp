// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "forewarp/report/headline.hpp"
#include "forewarp/report/text.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::report {
namespace {

using Json = nlohmann::ordered_json;

/// Times as close as this are the same: the model's own errors are larger.
constexpr double alike = 1.03;

std::vector<Json> able(const Document& document) {
  const auto found = document.json.is_object() ? document.json.find("predictions") : document.json.end();
  std::vector<Json> rows;
  if (document.json.is_object() && found != document.json.end())
    for (const Json& p : *found)
      if (p.contains("time_s") && p.contains("terms")) rows.push_back(p);
  if (rows.empty())
    throw InputError(document.name + ": --compare takes results of forewarp predict --json, with times and terms");
  std::ranges::stable_sort(rows, {}, [](const Json& p) { return p.at("time_s").get<double>(); });
  return rows;
}

std::string device_of(const Json& p) { return p.at("device").get<std::string>(); }
double time_of(const Json& p) { return p.at("time_s").get<double>(); }

/// "-23 %"; empty where there is none.
std::string change_text(double before, double after) {
  if (!(before > 0) || std::abs(after / before - 1) < 0.005) return "";
  const double change = after / before - 1;
  return change < 9.995 ? fmt::format("{:+.0f} %", 100 * change) : fmt::format("{:.1f} times", after / before);
}

template <class Text>
Difference numbers(const std::string& what, double before, double after, const Text& text) {
  return {what, text(before), text(after), change_text(before, after)};
}

double term_of(const Json& p, const std::string& name) { return p.at("terms").value(name, 0.0); }

/// The term that changed by most, in seconds; of terms that matter: a tenth of the longer time.
std::string reason_text(const Json& before, const Json& after) {
  std::string most;
  double change = 0.1 * std::max(time_of(before), time_of(after));
  for (const Json& p : {before, after})
    for (const auto& [name, seconds] : p.at("terms").items()) {
      const double by = std::abs(term_of(after, name) - term_of(before, name));
      if (by > change) {
        change = by;
        most = name;
      }
    }
  if (most.empty()) return "no term changed by a tenth of the time";
  const double from = term_of(before, most), to = term_of(after, most);
  return fmt::format("the {} term {} from {} to {}", most, to < from ? "fell" : "rose", time_text(from), time_text(to));
}

std::string speed_text(double ratio) {
  if (ratio < alike && ratio > 1 / alike) return "the same within 3 %";
  return ratio > 1 ? fmt::format("{:.2f} times as fast", ratio) : fmt::format("{:.2f} times as slow", 1 / ratio);
}

bool ranges_overlap(const Json& a, const Json& b) {
  return a.at("low_s").get<double>() <= b.at("high_s").get<double>() &&
         b.at("low_s").get<double>() <= a.at("high_s").get<double>();
}

std::string sentence_of(const Compared& c, const std::string& first, const std::string& second) {
  const std::string from = c.before.at("limiter").get<std::string>(), to = c.after.at("limiter").get<std::string>();
  const double ratio = time_of(c.before) / time_of(c.after);
  const std::string a = device_of(c.before), b = device_of(c.after);
  std::string text = a == b ? fmt::format("{} on {}", speed_text(ratio), a)
                            : fmt::format("{} on {} as on {}", speed_text(ratio), b, a);
  text += fmt::format(": {} in {}, {} in {}", time_text(time_of(c.before)), first, time_text(time_of(c.after)), second);
  text += from == to ? fmt::format("; {}-bound in both", from) : fmt::format("; {}-bound, then {}-bound", from, to);
  text += "; " + reason_text(c.before, c.after);
  const bool differ = ratio >= alike || ratio <= 1 / alike;
  if (differ && ranges_overlap(c.before, c.after)) text += "; the ranges overlap";
  return text;
}

void add_speeds(Compared& c) {
  const auto before = speed_from(c.before), after = speed_from(c.after);
  if (!before || !after) return;
  const auto rate = [](const char* unit) { return [unit](double value) { return rate_text(value, unit); }; };
  if (before->operations.per_s > 0 && after->operations.per_s > 0) {
    c.rows.push_back(numbers("operations a second", before->operations.per_s, after->operations.per_s, rate("FLOP/s")));
    c.rows.push_back(
        numbers("share of their peak", before->operations.share(), after->operations.share(), percent_text));
  }
  c.rows.push_back(numbers("DRAM bytes a second", before->dram.per_s, after->dram.per_s, rate("B/s")));
  c.rows.push_back(numbers("share of DRAM's peak", before->dram.share(), after->dram.share(), percent_text));
}

/// Terms that are a hundredth of the time in one of the two, the longest first.
void add_terms(Compared& c) {
  std::vector<std::string> names;
  for (const Json& p : {c.before, c.after})
    for (const auto& [name, seconds] : p.at("terms").items())
      if (seconds.get<double>() > 0.01 * time_of(p) && std::ranges::find(names, name) == names.end())
        names.push_back(name);
  for (const std::string& name : names)
    c.rows.push_back(numbers(name + " (term)", term_of(c.before, name), term_of(c.after, name), time_text));
}

void add_occupancy(Compared& c) {
  const auto share = [](const Json& p) { return p.at("occupancy").at("achieved").get<double>(); };
  if (c.before.contains("occupancy") && c.after.contains("occupancy"))
    c.rows.push_back(numbers("occupancy", share(c.before), share(c.after), percent_text));
  if (c.before.contains("waves") && c.after.contains("waves"))
    c.rows.push_back(
        numbers("waves", c.before.at("waves").get<double>(), c.after.at("waves").get<double>(), count_text));
}

Compared compared(const Json& before, const Json& after, const std::string& first, const std::string& second) {
  const std::string a = device_of(before), b = device_of(after);
  Compared c{.title = a == b ? a : a + " and " + b, .sentence = {}, .rows = {}, .before = before, .after = after};
  c.rows.push_back(numbers("time", time_of(before), time_of(after), time_text));
  c.rows.push_back({"limiter", before.at("limiter").get<std::string>(), after.at("limiter").get<std::string>(), ""});
  add_speeds(c);
  add_occupancy(c);
  add_terms(c);
  c.sentence = sentence_of(c, first, second);
  return c;
}

std::string text_of(const Json& json, const char* member) {
  if (!json.contains(member) || json.at(member).is_null()) return "";
  return json.at(member).is_string() ? json.at(member).get<std::string>() : json.at(member).dump();
}

/// Members of two objects that are not the same in both, such as parameters: a row each.
void add_named_differences(const Json& before, const Json& after, std::vector<Difference>& rows) {
  Json all = before;
  all.update(after);
  for (const auto& [name, value] : all.items()) {
    const std::string a = text_of(before, name.c_str()), b = text_of(after, name.c_str());
    if (a != b) rows.push_back({name, a, b, ""});
  }
}

/// What the two launches do not have in common.
std::vector<Difference> launch_differences(const Document& before, const Document& after) {
  std::vector<Difference> rows;
  for (const char* member :
       {"kernel", "grid", "block", "parameters", "registers", "shared_bytes", "compiler", "arch"}) {
    const bool named = before.json.contains(member) && before.json.at(member).is_object() &&
                       after.json.contains(member) && after.json.at(member).is_object();
    if (named) {
      add_named_differences(before.json.at(member), after.json.at(member), rows);
      continue;
    }
    const std::string a = text_of(before.json, member), b = text_of(after.json, member);
    if (a != b) rows.push_back({member, a, b, ""});
  }
  return rows;
}

PageTable table_of(const std::string& title, const std::vector<Difference>& rows, const Document& before,
                   const Document& after) {
  PageTable table{.title = title};
  table.columns = {{"what"}, {before.name}, {after.name}, {"difference"}};
  for (const Difference& row : rows) table.rows.push_back({row.what, row.before, row.after, row.change});
  return table;
}

Chart terms_chart(const Compared& c, const Document& before, const Document& after) {
  Chart chart{.kind = Chart::Kind::bars,
              .title = "What each resource alone would take",
              .x = {.label = "time", .unit = Unit::seconds},
              .y = {.label = "term"}};
  for (const auto& [name, p] : {std::pair{before.name, &c.before}, {after.name, &c.after}}) {
    Series series{.name = name};
    for (const auto& [term, seconds] : p->at("terms").items())
      if (seconds.get<double>() > 0.01 * time_of(*p)) series.marks.push_back({.x = seconds.get<double>(), .y = term});
    chart.series.push_back(std::move(series));
  }
  return chart;
}

Answer::Row row_of(const std::string& name, const Json& p) {
  Answer::Row row{.name = name, .value = time_text(time_of(p)), .note = p.at("limiter").get<std::string>()};
  if (const auto speed = speed_from(p))
    row.bars = {{"computation", speed->compute.share, speed->compute.resource},
                {"memory", speed->memory.share, speed->memory.resource}};
  return row;
}

}  // namespace

std::vector<Compared> compare(const Document& before, const Document& after) {
  const std::vector<Json> first = able(before), second = able(after);
  std::vector<Compared> all;
  for (const Json& p : first) {
    const auto same = std::ranges::find(second, device_of(p), device_of);
    if (same != second.end()) all.push_back(compared(p, *same, before.name, after.name));
  }
  if (all.empty()) all.push_back(compared(first.front(), second.front(), before.name, after.name));
  return all;
}

std::string comparison_text(const std::vector<Compared>& all, const Document& before, const Document& after) {
  std::string text;
  for (const Compared& c : all) {
    TextTable table({"what", before.name, after.name, "change"});
    for (const Difference& row : c.rows) table.row({row.what, row.before, row.after, row.change});
    text += (text.empty() ? "" : "\n") + c.sentence + "\n\n" + table.str();
  }
  const std::vector<Difference> launch = launch_differences(before, after);
  if (launch.empty()) return text;
  TextTable table({"launch", before.name, after.name}, {Align::left, Align::left});
  for (const Difference& row : launch) table.row({row.what, row.before, row.after});
  return text + "\n" + table.str();
}

Page comparison_page(const std::vector<Compared>& all, const Document& before, const Document& after) {
  Page page{.title = fmt::format("{} and {}", before.name, after.name)};
  const Compared& first = all.front();
  page.answer = Answer{.sentence = first.sentence, .bars_title = "Share of the peak"};
  page.answer->rows = {row_of(fmt::format("{}, {}", before.name, device_of(first.before)), first.before),
                       row_of(fmt::format("{}, {}", after.name, device_of(first.after)), first.after)};
  for (const Compared& c : all) {
    Section section{.title = "On " + c.title};
    if (&c != &first) section.blocks.emplace_back(Paragraph{c.sentence});
    section.blocks.emplace_back(table_of("What changed", c.rows, before, after));
    section.blocks.emplace_back(terms_chart(c, before, after));
    section.folded = page.sections.size() >= 4;
    page.sections.push_back(std::move(section));
  }
  const std::vector<Difference> launch = launch_differences(before, after);
  if (!launch.empty()) page.sections.push_back({"The launches", {table_of("", launch, before, after)}, ""});
  return page;
}

}  // namespace forewarp::report
