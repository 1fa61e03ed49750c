// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/svg_surface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/support/error.hpp"
#include "papers/svg_canvas.hpp"

namespace forewarp::papers {
namespace {

constexpr double width = 640, height = 470;
constexpr Point front = {320, 400};  ///< of the corner nearest to the eye, on the floor
constexpr double half = 240, depth = 88, tall = 165;
constexpr const char* grey = "#888";

class View {
 public:
  explicit View(const Surface& s) : s_(s), top_(*std::max_element(s.z.begin(), s.z.end())) {
    if (!(top_ > 0)) top_ = 1;
  }
  /// How far from the nearest corner, 0 to 1 along either side.
  [[nodiscard]] double far_x(double x) const { return away(s_.x, x); }
  [[nodiscard]] double far_y(double y) const { return away(s_.y, y); }
  [[nodiscard]] Point at(double far_x, double far_y, double z) const {
    return {front.x + (far_y - far_x) * half, front.y - (far_x + far_y) * depth - z / top_ * tall};
  }
  [[nodiscard]] double top() const { return top_; }

 private:
  [[nodiscard]] double away(const std::vector<double>& side, double v) const {
    const double share = (v - side.front()) / (side.back() - side.front());
    return s_.low_corner_in_front ? share : 1 - share;
  }
  const Surface& s_;
  double top_;
};

void draw_surface(SvgCanvas& canvas, const Surface& s, const View& view) {
  const std::size_t nx = s.x.size() - 1, ny = s.y.size() - 1;
  for (std::size_t a = 0; a < nx; ++a)
    for (std::size_t b = 0; b < ny; ++b) {
      const std::size_t i = s.low_corner_in_front ? nx - 1 - a : a, j = s.low_corner_in_front ? ny - 1 - b : b;
      const auto z = [&](std::size_t p, std::size_t q) { return s.z[p * s.y.size() + q]; };
      const auto corner = [&](std::size_t p, std::size_t q) {
        return view.at(view.far_x(s.x[p]), view.far_y(s.y[q]), z(p, q));
      };
      const double mean = (z(i, j) + z(i + 1, j) + z(i, j + 1) + z(i + 1, j + 1)) / 4;
      canvas.polygon({corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)},
                     value_colour(mean / view.top()));
    }
}

void draw_floor_axis(SvgCanvas& canvas, const View& view, const std::vector<double>& side, const std::string& name,
                     bool is_x) {
  const auto at = [&](double far) { return is_x ? view.at(far, 0, 0) : view.at(0, far, 0); };
  const double sign = is_x ? -1 : 1;
  canvas.line(at(0), at(1), grey);
  for (const double v : ticks(side.front(), side.back())) {
    const Point p = at(is_x ? view.far_x(v) : view.far_y(v));
    canvas.line(p, {p.x + sign * 5, p.y + 5}, grey);
    canvas.text({p.x + sign * 8, p.y + 17}, fmt::format("{:g}", v), is_x ? Anchor::end : Anchor::start);
  }
  const Point middle = at(0.5);
  canvas.text({middle.x + sign * 45, middle.y + 45}, name, is_x ? Anchor::end : Anchor::start, 13);
}

void draw_height_axis(SvgCanvas& canvas, const View& view, const std::string& name) {
  const auto at = [&](double z) { return view.at(1, 0, z); };
  canvas.line(at(0), at(view.top()), grey);
  for (const double z : ticks(0, view.top())) {
    const Point p = at(z);
    canvas.line(p, {p.x - 5, p.y}, grey);
    canvas.text({p.x - 8, p.y + 4}, fmt::format("{:g}", z), Anchor::end);
  }
  canvas.text({at(view.top()).x - 40, at(view.top()).y - 12}, name, Anchor::start, 13);
}

void check(const Surface& s) {
  if (s.x.size() < 2 || s.y.size() < 2) throw InputError("a surface needs at least two points a side");
  if (s.z.size() != s.x.size() * s.y.size())
    throw InputError(fmt::format("a surface of {} by {} points has {} heights", s.x.size(), s.y.size(), s.z.size()));
  if (!std::all_of(s.z.begin(), s.z.end(), [](double z) { return std::isfinite(z); }))
    throw InputError("a surface needs finite heights");
}

}  // namespace

std::string svg_surface(const Surface& s) {
  check(s);
  SvgCanvas canvas(width, height);
  const View view(s);
  canvas.text({width / 2, 22}, s.title, Anchor::middle, 15);
  draw_surface(canvas, s, view);
  draw_floor_axis(canvas, view, s.x, s.x_name, true);
  draw_floor_axis(canvas, view, s.y, s.y_name, false);
  draw_height_axis(canvas, view, s.z_name);
  return canvas.str();
}

}  // namespace forewarp::papers
