// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/svg_bars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/support/error.hpp"
#include "papers/svg_canvas.hpp"

namespace forewarp::papers {
namespace {

constexpr double width = 640, height = 400, left = 65, right = 15, top = 40, bottom = 50;
constexpr const char* grey = "#888";

double highest(const Bars& bars) {
  double most = 0;
  for (const BarSeries& series : bars.series) {
    if (series.heights.size() != bars.groups.size())
      throw InputError(
          fmt::format("series '{}' has {} bars for {} groups", series.name, series.heights.size(), bars.groups.size()));
    for (const double h : series.heights)
      if (std::isfinite(h)) most = std::max(most, h);
  }
  if (!(most > 0)) throw InputError("there is nothing to draw");
  return most * 1.25;  // the legend is above
}

}  // namespace

std::string svg_bars(const Bars& bars) {
  const double most = highest(bars), floor_y = height - bottom;
  const double group_width = (width - left - right) / static_cast<double>(bars.groups.size());
  const double bar_width = 0.8 * group_width / static_cast<double>(bars.series.size());
  const auto y_of = [&](double value) { return floor_y - value / most * (floor_y - top); };

  SvgCanvas canvas(width, height);
  canvas.text({width / 2, 22}, bars.title, Anchor::middle, 15);
  for (const double value : ticks(0, most)) {
    canvas.line({left, y_of(value)}, {width - right, y_of(value)}, "#ddd");
    canvas.text({left - 8, y_of(value) + 4}, fmt::format("{:g}", value), Anchor::end);
  }
  for (std::size_t g = 0; g < bars.groups.size(); ++g) {
    const double x = left + group_width * static_cast<double>(g);
    canvas.text({x + group_width / 2, floor_y + 18}, bars.groups[g], Anchor::middle);
    for (std::size_t s = 0; s < bars.series.size(); ++s) {
      const double value = bars.series[s].heights[g];
      if (!std::isfinite(value)) continue;
      const double from = x + 0.1 * group_width + bar_width * static_cast<double>(s), to = from + bar_width - 1;
      canvas.polygon({{from, floor_y}, {from, y_of(value)}, {to, y_of(value)}, {to, floor_y}}, bars.series[s].colour);
      canvas.text({(from + to) / 2, y_of(value) - 4}, fmt::format("{:.3g}", value), Anchor::middle, 9);
    }
  }
  canvas.line({left, floor_y}, {width - right, floor_y}, grey);
  canvas.text({(left + width - right) / 2, height - 10}, bars.x_name, Anchor::middle, 13);
  canvas.text({18, (top + floor_y) / 2}, bars.y_name, Anchor::middle, 13, -90);
  double legend = left + 14;
  for (const BarSeries& series : bars.series) {
    canvas.polygon({{legend, top + 2}, {legend, top + 12}, {legend + 10, top + 12}, {legend + 10, top + 2}},
                   series.colour);
    canvas.text({legend + 15, top + 11}, series.name, Anchor::start, 11);
    legend += 40 + 6.0 * static_cast<double>(series.name.size());
  }
  return canvas.str();
}

}  // namespace forewarp::papers
