// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Lines and points over one variable as a picture.
#include <string>
#include <vector>

namespace forewarp::papers {

struct Series {
  std::string name;  ///< in the legend; empty: not there
  std::vector<double> x, y;
  std::string colour = "#3b528b";
  bool points = false;  ///< dots rather than a line
};

struct Chart {
  std::string title, x_name, y_name;
  std::vector<Series> series;  ///< both axes begin at 0, or at the least value below it
};

/// Throws InputError where there is nothing to draw, or x and y of a series differ in length.
[[nodiscard]] std::string svg_chart(const Chart& chart);

}  // namespace forewarp::papers
