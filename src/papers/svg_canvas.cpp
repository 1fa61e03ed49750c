// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/svg_canvas.hpp"
#include "forewarp/support/markup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace forewarp::papers {
namespace {

std::string joined(const std::vector<Point>& points) {
  std::string out;
  for (const Point& p : points) out += fmt::format("{}{:.1f},{:.1f}", out.empty() ? "" : " ", p.x, p.y);
  return out;
}

}  // namespace

SvgCanvas::SvgCanvas(double width, double height) : width_(width), height_(height) {}

void SvgCanvas::line(Point from, Point to, std::string_view colour, double width) {
  body_ +=
      fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"{}\"/>\n",
                  from.x, from.y, to.x, to.y, colour, width);
}

void SvgCanvas::polyline(const std::vector<Point>& points, std::string_view colour, double width) {
  body_ += fmt::format("<polyline fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" points=\"{}\"/>\n", colour, width,
                       joined(points));
}

void SvgCanvas::polygon(const std::vector<Point>& points, std::string_view fill) {
  body_ += fmt::format("<polygon fill=\"{0}\" stroke=\"{0}\" points=\"{1}\"/>\n", fill, joined(points));
}

void SvgCanvas::circle(Point centre, double radius, std::string_view fill) {
  body_ +=
      fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\" fill=\"{}\"/>\n", centre.x, centre.y, radius, fill);
}

void SvgCanvas::text(Point at, std::string_view text, Anchor anchor, double size, double turn) {
  constexpr std::array names = {"start", "middle", "end"};
  const std::string transform =
      turn == 0 ? "" : fmt::format(" transform=\"rotate({} {:.1f} {:.1f})\"", turn, at.x, at.y);
  body_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" text-anchor=\"{}\"{}>{}</text>\n", at.x, at.y,
                       size, names[static_cast<std::size_t>(anchor)], transform, escape_markup(text));
}

std::string SvgCanvas::str() const {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" fill=\"#222\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n{2}</svg>\n",
      width_, height_, body_);
}

std::vector<double> ticks(double low, double high, int about) {
  if (!(low < high) || about < 1) return {};
  const double rough = (high - low) / about, power = std::pow(10, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double m : {1.0, 2.0, 5.0})
    if (m * power >= rough * 0.999) {
      step = m * power;
      break;
    }
  std::vector<double> all;
  const auto first = static_cast<long>(std::ceil(low / step - 1e-9)),
             last = static_cast<long>(std::floor(high / step + 1e-9));
  for (long i = first; i <= last; ++i) all.push_back(static_cast<double>(i) * step);
  return all;
}

std::string value_colour(double share) {
  // Five points of the viridis map (van der Walt and Smith, CC0).
  constexpr std::array<std::array<double, 3>, 5> map = {
      {{68, 1, 84}, {59, 82, 139}, {33, 144, 140}, {93, 201, 99}, {253, 231, 37}}};
  const double at = std::clamp(share, 0.0, 1.0) * (map.size() - 1);
  const std::size_t i = std::min(static_cast<std::size_t>(at), map.size() - 2);
  const double t = at - static_cast<double>(i);
  std::string colour = "#";
  for (std::size_t c = 0; c < 3; ++c)
    colour += fmt::format("{:02x}", std::lround(map[i][c] * (1 - t) + map[i + 1][c] * t));
  return colour;
}

}  // namespace forewarp::papers
