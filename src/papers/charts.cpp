// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/support/error.hpp"

namespace forewarp::papers {
namespace {

using report::Chart;
using report::Series;

/// Where the tree has so many branches: between the merge that leaves them and the next one.
double cut_height(const learn::Dendrogram& d, std::size_t clusters) {
  const std::size_t undone = d.leaves - clusters;  // index of the first merge above the cut
  const double below = undone == 0 ? 0 : d.merges[undone - 1].height;
  return undone < d.merges.size() ? (below + d.merges[undone].height) / 2 : below;
}

void check(const Surface& s) {
  if (s.x.size() < 2 || s.y.size() < 2) throw InputError("a surface needs at least two points a side");
  if (s.z.size() != s.x.size() * s.y.size())
    throw InputError(fmt::format("a surface of {} by {} points has {} heights", s.x.size(), s.y.size(), s.z.size()));
  if (!std::all_of(s.z.begin(), s.z.end(), [](double z) { return std::isfinite(z); }))
    throw InputError("a surface needs finite heights");
}

}  // namespace

Series series_of(std::string name, std::span<const double> x, std::span<const double> y, Series::Style style) {
  if (x.size() != y.size())
    throw InputError(fmt::format("series '{}' has {} abscissae and {} ordinates", name, x.size(), y.size()));
  Series series{.style = style, .name = std::move(name)};
  for (std::size_t i = 0; i < x.size(); ++i) series.marks.push_back({.x = x[i], .y = y[i]});
  return series;
}

Chart chart_of(std::string title, std::string x_name, std::string y_name, std::vector<Series> series) {
  return {.kind = Chart::Kind::points,
          .title = std::move(title),
          .x = {.label = std::move(x_name)},
          .y = {.label = std::move(y_name)},
          .series = std::move(series)};
}

Chart bars_of(std::string title, std::string value_name, std::string group_name, const std::vector<std::string>& groups,
              const std::vector<std::pair<std::string, std::vector<double>>>& series) {
  Chart chart{.kind = Chart::Kind::bars,
              .title = std::move(title),
              .x = {.label = std::move(value_name)},
              .y = {.label = std::move(group_name)}};
  for (const auto& [name, heights] : series) {
    if (heights.size() != groups.size())
      throw InputError(fmt::format("series '{}' has {} bars for {} groups", name, heights.size(), groups.size()));
    Series bars{.name = name};
    for (std::size_t g = 0; g < groups.size(); ++g)
      if (std::isfinite(heights[g])) bars.marks.push_back({.x = heights[g], .y = groups[g]});
    chart.series.push_back(std::move(bars));
  }
  return chart;
}

Chart tree_of(std::string title, std::string height_name, const std::vector<std::string>& names,
              const learn::Dendrogram& d, std::size_t clusters) {
  if (d.leaves < 2 || names.size() != d.leaves || clusters > d.leaves)
    throw InputError("a dendrogram needs two leaves, a name for each, and no more clusters than leaves");
  Chart chart{.kind = Chart::Kind::tree, .title = std::move(title), .x = {.label = std::move(height_name)}};
  Series leaves{.name = "leaves"}, joins{.name = "joins"};
  for (const std::size_t leaf : d.order()) leaves.marks.push_back({.x = static_cast<double>(leaf), .y = names[leaf]});
  for (const learn::Merge& m : d.merges)
    joins.marks.push_back({.x = static_cast<double>(m.a), .y = static_cast<double>(m.b), .value = m.height});
  chart.series = {std::move(leaves), std::move(joins)};
  if (clusters > 0) chart.rules.emplace_back(cut_height(d, clusters), fmt::format("{} clusters", clusters));
  return chart;
}

Chart surface_of(const Surface& s) {
  check(s);
  Chart chart{.kind = Chart::Kind::surface,
              .title = s.title,
              .x = {.label = s.x_name},
              .y = {.label = s.y_name},
              .value = {.label = s.z_name},
              .falls = s.falls};
  Series cells{.name = s.z_name};
  for (std::size_t i = 0; i < s.x.size(); ++i)
    for (std::size_t j = 0; j < s.y.size(); ++j)
      cells.marks.push_back({.x = s.x[i], .y = s.y[j], .value = s.z[i * s.y.size() + j]});
  chart.series.push_back(std::move(cells));
  return chart;
}

}  // namespace forewarp::papers
