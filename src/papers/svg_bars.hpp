// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Groups of bars beside each other as a picture.
#include <string>
#include <vector>

namespace forewarp::papers {

struct BarSeries {
  std::string name;
  std::vector<double> heights;  ///< by group; not a number: no bar
  std::string colour = "#3b528b";
};

struct Bars {
  std::string title, x_name, y_name;
  std::vector<std::string> groups;
  std::vector<BarSeries> series;
};

/// Throws InputError where there is nothing to draw, or a series has another number of bars than there are groups.
[[nodiscard]] std::string svg_bars(const Bars& bars);

}  // namespace forewarp::papers
