// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/page/glossary.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "forewarp/support/text.hpp"

namespace forewarp::report {

namespace {

/// The cells of "| a | b |"; none of any other line.
std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> cells;
  if (!line.starts_with('|')) return cells;
  line.remove_prefix(1);
  for (std::size_t end = line.find('|'); end != std::string_view::npos; end = line.find('|')) {
    cells.emplace_back(trimmed(line.substr(0, end)));
    line.remove_prefix(end + 1);
  }
  return cells;
}

/// "latency (term)" is "latency"; names of code are without their marks.
std::string bare(std::string term) {
  if (const std::size_t bracket = term.find(" ("); bracket != std::string::npos) term.resize(bracket);
  std::erase(term, '`');
  return term;
}

std::map<std::string, std::string> read_glossary(std::string_view text) {
  std::map<std::string, std::string> terms;
  for (const std::string_view line : split_at(text, '\n')) {
    const std::vector<std::string> cells = cells_of(line);
    if (cells.size() != 3 || cells[0] == "term" || cells[0].starts_with("---")) continue;
    for (const std::string_view term : split_at(cells[0], ','))
      terms.emplace(bare(std::string(trimmed(term))), cells[1]);
  }
  return terms;
}

/// Columns whose names are not those of the glossary.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> other_names{{
    {"low", "range"},
    {"high", "range"},
    {"least time", "range"},
    {"most time", "range"},
    {"limited by", "limiter"},
    {"blocks an SM", "resident"},
    {"times as fast", "gain"},
    {"at least", "gain"},
    {"at most", "gain"},
    {"change", "strategy"},
    {"then held back by", "limiter"},
    {"moved", "sector"},
    {"mean (MAPE)", "MAPE"},
    {"ideal", "wavefront"},
}};

void add_columns(const PageTable& table, nlohmann::ordered_json& json) {
  for (const PageColumn& column : table.columns) {
    const std::string term = term_of(column.name);
    if (term.empty()) continue;
    json["names"][column.name] = term;
    json["terms"][term] = glossary().at(term);
  }
}

}  // namespace

const std::map<std::string, std::string>& glossary() {
  static const std::map<std::string, std::string> terms = read_glossary(glossary_text("glossary.md"));
  return terms;
}

std::string term_of(const std::string& column) {
  const auto other = std::ranges::find(other_names, column, &std::pair<std::string_view, std::string_view>::first);
  if (other != other_names.end()) return std::string(other->second);
  if (glossary().contains(column)) return column;
  const std::string singular = column.ends_with('s') ? column.substr(0, column.size() - 1) : "";
  return glossary().contains(singular) ? singular : "";
}

nlohmann::ordered_json glossary_json(const Page& page) {
  nlohmann::ordered_json json = nullptr;
  for (const Section& section : page.sections)
    for (const Block& block : section.blocks)
      if (const auto* table = std::get_if<PageTable>(&block)) add_columns(*table, json);
  return json;
}

}  // namespace forewarp::report
