// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// What select and importance say of features.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "forewarp/report/page/views.hpp"

namespace forewarp::report::views {

namespace {

PageTable kept_table(const Json& json) {
  PageTable table{.title = "Features over the threshold"};
  table.caption = "Of each cluster the feature of the largest variance is chosen.";
  table.columns = {{"feature"}, {"correlation with the target"}, {"cluster"}, {"variance"}, {"chosen"}};
  for (const Json& k : json.at("kept"))
    table.rows.push_back({value_of(k.at("feature")), value_of(k.at("correlation")), value_of(k.at("cluster")),
                          value_of(k.at("variance")), value_of(k.at("chosen"))});
  return table;
}

Chart tree_chart(const Json& json) {
  Chart chart{
      .kind = Chart::Kind::tree,
      .title = "Correlated features",
      .caption = "Features whose branches join near the left are correlated; the distance is 1 minus the correlation.",
      .x = {.label = "distance"},
      .y = {.label = "feature"}};
  Series leaves{.name = "features"}, merges{.name = "merges"};
  const Json& kept = json.at("kept");
  for (const Json& at : json.at("order")) {
    const Json& leaf = kept.at(at.get<std::size_t>());
    Mark mark{.x = at.get<double>(), .y = leaf.at("feature").get<std::string>()};
    mark.label = fmt::format("{}: cluster {}{}", leaf.at("feature").get<std::string>(),
                             leaf.at("cluster").get<std::size_t>(), leaf.at("chosen").get<bool>() ? ", chosen" : "");
    leaves.marks.push_back(std::move(mark));
  }
  for (const Json& m : json.at("merges"))
    merges.marks.push_back(
        {.x = m.at(0).get<double>(), .y = m.at(1).get<double>(), .value = m.at(2).get<double>(), .label = "joined"});
  chart.series = {std::move(leaves), std::move(merges)};
  return chart;
}

/// In the order of the tree, so that similar features are adjacent.
Chart matrix_chart(const Json& json) {
  Chart chart{.kind = Chart::Kind::heat_map,
              .title = "Correlations among them",
              .caption = "Without their sign, in the order of the tree.",
              .value = {.label = "correlation"}};
  const Json &kept = json.at("kept"), &order = json.at("order"), &matrix = json.at("matrix");
  chart.numbers_in_cells = kept.size() <= 16;
  Series series{.name = "correlation"};
  for (const Json& row : order)
    for (const Json& column : order) {
      const auto i = row.get<std::size_t>(), j = column.get<std::size_t>();
      series.marks.push_back({.x = kept.at(j).at("feature").get<std::string>(),
                              .y = kept.at(i).at("feature").get<std::string>(),
                              .value = std::abs(matrix.at(i * kept.size() + j).get<double>())});
    }
  chart.series.push_back(std::move(series));
  return chart;
}

Chart importance_chart(const Json& schemes) {
  Chart chart{.kind = Chart::Kind::bars,
              .title = "What shuffling a feature adds to the error",
              .caption = "Among held-out rows; the whisker is the spread over the folds.",
              .x = {.label = "rise of the error", .unit = Unit::share},
              .y = {.label = "feature"}};
  for (const Json& scheme : schemes) {
    Series series{.name = scheme.at("scheme").get<std::string>()};
    for (const Json& f : scheme.at("features")) {
      const double rise = f.at("permutation").get<double>(), spread = f.at("spread").get<double>();
      series.marks.push_back(
          {.x = rise, .y = f.at("feature").get<std::string>(), .low = rise - spread, .high = rise + spread});
    }
    std::ranges::stable_sort(series.marks, std::greater{}, [](const Mark& m) { return std::get<double>(m.x); });
    chart.series.push_back(std::move(series));
  }
  return chart;
}

PageTable importance_table(const Json& schemes) {
  PageTable table{.title = "Importances"};
  table.columns = {{"scheme"},
                   {"feature"},
                   {"in the trees (impurity)", Unit::share},
                   {"shuffled", Unit::share},
                   {"spread", Unit::share}};
  for (const Json& scheme : schemes)
    for (const Json& f : scheme.at("features"))
      table.rows.push_back({value_of(scheme.at("scheme")), value_of(f.at("feature")), value_of(f.at("impurity")),
                            value_of(f.at("permutation")), value_of(f.at("spread"))});
  return table;
}

}  // namespace

void add_selection(const Json& json, Page& page) {
  page.title = "Few features out of many";
  page.facts.emplace_back("features", json.at("features").dump());
  page.facts.emplace_back("over the threshold", std::to_string(json.at("kept").size()));
  std::string selected;
  for (const Json& name : json.at("selected")) selected += (selected.empty() ? "" : ", ") + name.get<std::string>();
  page.facts.emplace_back("chosen", selected);
  Section section{.title = "Which features"};
  section.blocks.emplace_back(kept_table(json));
  if (json.at("kept").size() > 1) {
    section.blocks.emplace_back(tree_chart(json));
    section.blocks.emplace_back(matrix_chart(json));
  }
  page.sections.push_back(std::move(section));
  for (const Json& note : json.at("notes")) page.notes.push_back(note.get<std::string>());
}

void add_importances(const Json& schemes, Page& page) {
  page.title = "What each feature is worth";
  for (const Json& scheme : schemes)
    page.facts.emplace_back("error, " + scheme.at("scheme").get<std::string>(),
                            fmt::format("{:.3g} %", 100 * scheme.at("error").get<double>()));
  page.sections.push_back({"Importances", {importance_chart(schemes), importance_table(schemes)}});
}

}  // namespace forewarp::report::views
