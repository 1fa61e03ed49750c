// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/page/page.hpp"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace forewarp::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 6> unit_names{"", "s", "%", "share", "W", "B"};
constexpr std::array<std::string_view, 8> kind_names{"bars",     "stacked_bars", "points",    "heat_map",
                                                     "parallel", "tree",         "multiples", "surface"};
constexpr std::array<std::string_view, 4> style_names{"points", "line", "step", "dashed"};
constexpr std::array<std::string_view, 6> span_names{"kernel",     "to_device", "from_device",
                                                     "other_copy", "fill",      "wait"};

/// Eight digits: more than any prediction has, and half of a page's bytes. Whole numbers (bytes, counts) stay exact.
Json json_of(double v) {
  if (!std::isfinite(v)) return nullptr;
  if (v == std::trunc(v) || v == 0) return v;
  const double scale = std::pow(10, 7 - std::floor(std::log10(std::abs(v))));
  return std::isfinite(scale) && scale > 0 && scale < 1e290 ? Json(std::round(v * scale) / scale) : Json(v);
}

Json json_of(const Value& value) {
  if (const auto* number = std::get_if<double>(&value)) return json_of(*number);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return nullptr;
}

Json json_of(const Axis& axis) {
  return {{"label", axis.label}, {"unit", name_of(axis.unit)}, {"log", axis.logarithmic}};
}

Json json_of(const PageTable& table) {
  Json json{{"type", "table"},
            {"title", table.title},
            {"caption", table.caption},
            {"columns", Json::array()},
            {"rows", Json::array()}};
  for (const PageColumn& column : table.columns) {
    json["columns"].push_back(
        {{"name", column.name}, {"unit", name_of(column.unit)}, {"difference", column.difference}});
    if (column.bar) json["columns"].back()["bar"] = true;
    if (column.place) json["columns"].back()["place"] = true;
  }
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (const Value& value : row) cells.push_back(json_of(value));
    json["rows"].push_back(std::move(cells));
  }
  for (const auto& detail : table.details) json["details"].push_back(detail ? Json(*detail) : Json(nullptr));
  return json;
}

/// [x, y, value, low, high, label, name], cut after the last that is not empty.
Json json_of(const Mark& mark) {
  Json json =
      Json::array({json_of(mark.x), json_of(mark.y), json_of(mark.value), mark.low ? json_of(*mark.low) : Json(nullptr),
                   mark.high ? json_of(*mark.high) : Json(nullptr), mark.label, mark.name});
  if (!mark.name.empty()) return json;
  json.erase(6);
  if (!mark.label.empty()) return json;
  json.erase(5);
  if (mark.low || mark.high) return json;
  json.erase(4);
  json.erase(3);
  if (mark.value == 0) json.erase(2);
  return json;
}

}  // namespace

Json chart_json(const Chart& chart) {
  Json json{{"type", "chart"},
            {"kind", kind_names[static_cast<std::size_t>(chart.kind)]},
            {"title", chart.title},
            {"caption", chart.caption},
            {"x", json_of(chart.x)},
            {"y", json_of(chart.y)},
            {"value", json_of(chart.value)},
            {"series", Json::array()},
            {"slopes", chart.slopes},
            {"numbers", chart.numbers_in_cells}};
  for (const Series& series : chart.series) {
    Json marks = Json::array();
    for (const Mark& mark : series.marks) marks.push_back(json_of(mark));
    json["series"].push_back({{"name", series.name},
                              {"group", series.group},
                              {"style", style_names[static_cast<std::size_t>(series.style)]},
                              {"marks", std::move(marks)}});
  }
  if (!chart.columns.rows.empty() || !chart.rows_from.empty()) json["table"] = json_of(chart.columns);
  if (!chart.rows_from.empty()) json["rows_from"] = chart.rows_from;
  for (const auto& [name, wanted] :
       {std::pair{"low", chart.low}, {"panels", chart.panels}, {"along", chart.along}, {"falls", chart.falls}})
    if (wanted) json[name] = true;
  if (!chart.rules.empty()) json["rules"] = chart.rules;
  if (chart.base != 0) json["base"] = chart.base;
  if (chart.values > 1) json["values"] = chart.values;
  return json;
}

namespace {

Json json_of(const Chart& chart) { return chart_json(chart); }

/// Four decimals are a hundredth of a percent.
Json shares_json(const std::vector<double>& shares) {
  Json json = Json::array();
  for (const double share : shares) json.push_back(json_of(std::round(share * 1e4) / 1e4));
  return json;
}

Json json_of(const Listing& listing) {
  Json json{{"type", "listing"},
            {"title", listing.title},
            {"caption", listing.caption},
            {"measures", listing.measures},
            {"lines", Json::array()}};
  for (const auto& line : listing.lines) {
    Json one{line.number, line.text, shares_json(line.shares), line.detail};
    if (line.origin != 0 || !line.note.empty()) one.push_back(line.origin);
    if (!line.callers.empty() || !line.note.empty()) one.push_back(line.callers);
    if (!line.note.empty()) one.push_back(line.note);
    json["lines"].push_back(std::move(one));
  }
  if (listing.beside) json["beside"] = true;
  return json;
}

/// In microseconds to a tenth of a nanosecond: [begin, duration, what, count, bytes], cut where count is 1 and nothing
/// was moved.
Json json_of(const Timeline::Span& span) {
  const auto us = [](double seconds) { return std::round(seconds * 1e10) / 1e4; };
  Json json{us(span.begin_s), us(span.end_s - span.begin_s), span.what};
  if (span.count == 1 && span.bytes == 0) return json;
  json.push_back(span.count);
  if (span.bytes != 0) json.push_back(span.bytes);
  return json;
}

Json json_of(const Timeline& timeline) {
  Json json{{"type", "timeline"},     {"title", timeline.title},  {"caption", timeline.caption},
            {"whats", Json::array()}, {"devices", Json::array()}, {"details", Json::array()}};
  for (const Timeline::What& what : timeline.whats)
    json["whats"].push_back({{"kind", span_names[static_cast<std::size_t>(what.kind)]},
                             {"name", what.name},
                             {"group", what.group},
                             {"detail", what.detail ? Json(*what.detail) : Json(nullptr)}});
  for (const Timeline::Device& device : timeline.devices) {
    Json lanes = Json::array();
    for (const Timeline::Lane& lane : device.lanes) {
      Json spans = Json::array();
      for (const Timeline::Span& span : lane.spans) spans.push_back(json_of(span));
      lanes.push_back({{"name", lane.name}, {"spans", std::move(spans)}});
    }
    json["devices"].push_back({{"name", device.name}, {"end", 1e6 * device.end_s}, {"lanes", std::move(lanes)}});
  }
  for (const Page& detail : timeline.details) json["details"].push_back(page_json(detail));
  return json;
}

Json json_of(const Answer& answer) {
  Json rows = Json::array(), changes = Json::array();
  for (const Answer::Row& row : answer.rows) {
    Json bars = Json::array();
    for (const Answer::Bar& bar : row.bars) bars.push_back({bar.name, json_of(bar.share), bar.text});
    rows.push_back({{"name", row.name}, {"value", row.value}, {"note", row.note}, {"bars", std::move(bars)}});
  }
  for (const Answer::Change& change : answer.changes)
    changes.push_back({{"gain", change.gain}, {"title", change.title}, {"text", change.text}, {"place", change.place}});
  return {{"sentence", answer.sentence}, {"bars_title", answer.bars_title}, {"rows", std::move(rows)},
          {"left_out", answer.left_out}, {"changes", std::move(changes)},   {"no_change", answer.no_change}};
}

Json json_of(const Paragraph& paragraph) { return {{"type", "text"}, {"text", paragraph.text}}; }

}  // namespace

std::string_view name_of(Unit unit) { return unit_names[static_cast<std::size_t>(unit)]; }

Unit unit_of(std::string_view text) {
  for (std::size_t i = 1; i < unit_names.size(); ++i)
    if (unit_names[i] == text) return static_cast<Unit>(i);
  return Unit::none;
}

nlohmann::ordered_json page_json(const Page& page) {
  Json json{{"title", page.title}, {"facts", page.facts}, {"notes", page.notes}, {"sections", Json::array()}};
  if (page.answer) json["answer"] = json_of(*page.answer);
  for (const Section& section : page.sections) {
    Json blocks = Json::array();
    for (const Block& block : section.blocks)
      blocks.push_back(std::visit([](const auto& b) { return json_of(b); }, block));
    json["sections"].push_back({{"title", section.title}, {"blocks", std::move(blocks)}});
    if (!section.device.empty()) json["sections"].back()["device"] = section.device;
    if (section.folded) json["sections"].back()["folded"] = true;
  }
  return json;
}

}  // namespace forewarp::report
