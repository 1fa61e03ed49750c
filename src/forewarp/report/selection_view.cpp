// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/report/selection_view.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "forewarp/report/table_view.hpp"
#include "forewarp/support/table/csv.hpp"
#include "forewarp/support/table/of_records.hpp"

namespace forewarp::report {

namespace {

Table table_of(const learn::FeatureSelection& selection) {
  const auto& all = selection.candidates;
  return table::of_records(selection.kept,
                           {{"feature", [&](std::size_t j) { return all[j].name; }},
                            {"correlation", [&](std::size_t j) { return all[j].correlation; }},
                            {"cluster", [&](std::size_t j) { return static_cast<double>(*all[j].cluster + 1); }},
                            {"variance", [&](std::size_t j) { return all[j].variance; }},
                            {"chosen", [&](std::size_t j) { return all[j].selected ? "yes" : "no"; }}});
}

std::vector<std::string> leak_lines(const learn::FeatureSelection& selection, bool kept) {
  std::vector<std::string> lines;
  for (const learn::Leak& leak : selection.leaks)
    lines.push_back(fmt::format("{} {}: {}", kept ? "kept" : "left out", leak.name,
                                leak.by_name
                                    ? std::string("by its name it is time in another unit")
                                    : fmt::format("alone it determines the target within {:.0f} %", 100 * leak.error)));
  return lines;
}

}  // namespace

std::string selection_text(const learn::FeatureSelection& selection, bool leaks_kept) {
  std::string text = fmt::format("{} features, {} over the threshold, {} chosen\n", selection.candidates.size(),
                                 selection.kept.size(), selection.selected.size());
  for (const std::string& line : leak_lines(selection, leaks_kept)) text += line + "\n";
  return text + table_head(table_of(selection), selection.kept.size());
}

std::string selection_csv(const learn::FeatureSelection& selection) { return table::csv_text(table_of(selection)); }

nlohmann::json selection_json(const learn::FeatureSelection& selection, bool leaks_kept) {
  nlohmann::json kept = nlohmann::json::array(), merges = nlohmann::json::array();
  for (const std::size_t j : selection.kept) {
    const learn::Candidate& c = selection.candidates[j];
    kept.push_back({{"feature", c.name},
                    {"correlation", c.correlation},
                    {"cluster", *c.cluster + 1},
                    {"variance", c.variance},
                    {"chosen", c.selected}});
  }
  for (const learn::Merge& m : selection.tree.merges) merges.push_back({m.a, m.b, m.height});
  return {{"features", selection.candidates.size()},
          {"selected", selection.selected},
          {"kept", std::move(kept)},
          {"matrix", selection.matrix},
          {"order", selection.tree.order()},
          {"merges", std::move(merges)},
          {"notes", leak_lines(selection, leaks_kept)}};
}

}  // namespace forewarp::report
