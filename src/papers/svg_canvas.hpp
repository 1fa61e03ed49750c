// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Lines, areas and text as SVG, and what every drawing with axes needs: round numbers for ticks, colours for values.
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::papers {

struct Point {
  double x = 0, y = 0;  ///< pixels, y downwards
};

enum class Anchor { start, middle, end };

class SvgCanvas {
 public:
  SvgCanvas(double width, double height);
  void line(Point from, Point to, std::string_view colour, double width = 1);
  void polyline(const std::vector<Point>& points, std::string_view colour, double width = 1.5);
  /// Filled, with an outline of the same colour so that neighbours leave no gap.
  void polygon(const std::vector<Point>& points, std::string_view fill);
  void circle(Point centre, double radius, std::string_view fill);
  void text(Point at, std::string_view text, Anchor anchor = Anchor::start, double size = 12, double turn = 0);
  [[nodiscard]] std::string str() const;

 private:
  double width_, height_;
  std::string body_;
};

/// Round numbers (1, 2, 5 times a power of ten) from low to high, some `about` of them. Empty unless low < high.
[[nodiscard]] std::vector<double> ticks(double low, double high, int about = 5);

/// Dark blue at 0 over green to yellow at 1, even in lightness: "#21908c".
[[nodiscard]] std::string value_colour(double share);

}  // namespace forewarp::papers
