// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/svg_chart.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/support/error.hpp"
#include "papers/svg_canvas.hpp"

namespace forewarp::papers {
namespace {

constexpr double width = 640, height = 400, left = 65, right = 15, top = 40, bottom = 50;
constexpr const char* grey = "#888";

struct Frame {
  double x_least = 0, x_most = 0, y_least = 0, y_most = 0;
  [[nodiscard]] Point at(double x, double y) const {
    return {left + (x - x_least) / (x_most - x_least) * (width - left - right),
            height - bottom - (y - y_least) / (y_most - y_least) * (height - top - bottom)};
  }
};

Frame frame_of(const Chart& chart) {
  Frame frame;
  for (const Series& s : chart.series) {
    if (s.x.size() != s.y.size())
      throw InputError(fmt::format("series '{}' has {} abscissae and {} ordinates", s.name, s.x.size(), s.y.size()));
    for (const double x : s.x) frame.x_most = std::max(frame.x_most, x), frame.x_least = std::min(frame.x_least, x);
    for (const double y : s.y) frame.y_most = std::max(frame.y_most, y), frame.y_least = std::min(frame.y_least, y);
  }
  if (!(frame.x_most > 0) || !(frame.y_most > 0) || !std::isfinite(frame.x_most) || !std::isfinite(frame.y_most) ||
      !std::isfinite(frame.x_least) || !std::isfinite(frame.y_least))
    throw InputError("there is nothing to draw");
  frame.y_most *= 1.05;
  frame.y_least *= 1.05;
  return frame;
}

void draw_axes(SvgCanvas& canvas, const Chart& chart, const Frame& frame) {
  const double floor = frame.y_least, wall = frame.x_least;
  canvas.line(frame.at(wall, floor), frame.at(frame.x_most, floor), grey);
  canvas.line(frame.at(wall, floor), frame.at(wall, frame.y_most), grey);
  for (const double x : ticks(wall, frame.x_most, 7)) {
    const Point p = frame.at(x, floor);
    canvas.line(p, {p.x, p.y + 5}, grey);
    canvas.text({p.x, p.y + 18}, fmt::format("{:g}", x), Anchor::middle);
  }
  for (const double y : ticks(floor, frame.y_most)) {
    const Point p = frame.at(wall, y);
    canvas.line(p, {p.x - 5, p.y}, grey);
    canvas.text({p.x - 8, p.y + 4}, fmt::format("{:g}", y), Anchor::end);
  }
  canvas.text({(left + width - right) / 2, height - 10}, chart.x_name, Anchor::middle, 13);
  canvas.text({18, (top + height - bottom) / 2}, chart.y_name, Anchor::middle, 13, -90);
}

void draw_series(SvgCanvas& canvas, const Series& series, const Frame& frame) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < series.x.size(); ++i) points.push_back(frame.at(series.x[i], series.y[i]));
  if (!series.points) canvas.polyline(points, series.colour);
  for (const Point& p : points)
    if (series.points) canvas.circle(p, 3, series.colour);
}

}  // namespace

std::string svg_chart(const Chart& chart) {
  const Frame frame = frame_of(chart);
  SvgCanvas canvas(width, height);
  canvas.text({width / 2, 22}, chart.title, Anchor::middle, 15);
  draw_axes(canvas, chart, frame);
  double legend = top + 12;
  for (const Series& series : chart.series) {
    draw_series(canvas, series, frame);
    if (series.name.empty()) continue;
    if (series.points)
      canvas.circle({left + 25, legend - 4}, 3, series.colour);
    else
      canvas.line({left + 14, legend - 4}, {left + 36, legend - 4}, series.colour, 2);
    canvas.text({left + 42, legend}, series.name);
    legend += 17;
  }
  return canvas.str();
}

}  // namespace forewarp::papers
