// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The pictures of papers as charts: curves and points from columns, groups of bars, dendrograms and surfaces.
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "forewarp/learn/selection/clustering.hpp"
#include "forewarp/report/page/page.hpp"

namespace forewarp::papers {

/// Throws InputError where x and y differ in length.
[[nodiscard]] report::Series series_of(std::string name, std::span<const double> x, std::span<const double> y,
                                       report::Series::Style style = report::Series::Style::line);

/// Lines and points over one variable.
[[nodiscard]] report::Chart chart_of(std::string title, std::string x_name, std::string y_name,
                                     std::vector<report::Series> series);

/// One series of bars for each name; a height that is not a number has no bar. Throws InputError where a series has
/// another number of heights than there are groups.
[[nodiscard]] report::Chart bars_of(std::string title, std::string value_name, std::string group_name,
                                    const std::vector<std::string>& groups,
                                    const std::vector<std::pair<std::string, std::vector<double>>>& series);

/// A line cuts the tree into so many clusters; 0: none. Throws InputError for fewer than two leaves, names of another
/// number, or more clusters than leaves.
[[nodiscard]] report::Chart tree_of(std::string title, std::string height_name, const std::vector<std::string>& names,
                                    const learn::Dendrogram& dendrogram, std::size_t clusters = 0);

struct Surface {
  std::string title, x_name, y_name, z_name;
  std::vector<double> x, y;  ///< ascending, at least two each
  std::vector<double> z;     ///< z[i * y.size() + j] at x[i], y[j]; not negative
  bool falls = false;        ///< highest where x and y are least
};
/// Throws InputError for fewer than two points a side, a z of another size or one that is not finite.
[[nodiscard]] report::Chart surface_of(const Surface& surface);

}  // namespace forewarp::papers
