// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/svg_tree.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/support/error.hpp"
#include "papers/svg_canvas.hpp"

namespace forewarp::papers {
namespace {

constexpr double leaf_width = 26, left = 65, right = 40, top = 40, branches = 260, letter = 6.2;
constexpr const char *ink = "#3b528b", *grey = "#888", *cut_colour = "#d1495b";

/// Where the tree has so many branches: between the merge that leaves them and the next one.
double cut_height(const learn::Dendrogram& d, std::size_t clusters) {
  const std::size_t undone = d.leaves - clusters;  // index of the first merge above the cut
  const double below = undone == 0 ? 0 : d.merges[undone - 1].height;
  return undone < d.merges.size() ? (below + d.merges[undone].height) / 2 : below;
}

}  // namespace

std::string svg_tree(const Tree& tree) {
  const learn::Dendrogram& d = tree.dendrogram;
  if (d.leaves < 2 || tree.names.size() != d.leaves || tree.clusters > d.leaves)
    throw InputError("a dendrogram needs two leaves, a name for each, and no more clusters than leaves");
  std::size_t longest = 0;
  for (const std::string& name : tree.names) longest = std::max(longest, name.size());
  const double width = left + leaf_width * static_cast<double>(d.leaves) + right;
  const double bottom = top + branches, height = bottom + letter * static_cast<double>(longest) + 20;
  const double most = std::max(d.merges.back().height * 1.05, 1e-9);
  const auto y_of = [&](double h) { return bottom - h / most * branches; };

  SvgCanvas canvas(width, height);
  canvas.text({width / 2, 22}, tree.title, Anchor::middle, 15);
  canvas.line({left - 8, top}, {left - 8, bottom}, grey);
  for (const double h : ticks(0, most)) {
    canvas.line({left - 13, y_of(h)}, {left - 8, y_of(h)}, grey);
    canvas.text({left - 16, y_of(h) + 4}, fmt::format("{:g}", h), Anchor::end);
  }
  canvas.text({18, (top + bottom) / 2}, tree.height_name, Anchor::middle, 13, -90);

  std::vector<Point> places(d.leaves + d.merges.size());
  const std::vector<std::size_t> order = d.order();
  for (std::size_t i = 0; i < order.size(); ++i) {
    places[order[i]] = {left + leaf_width * (static_cast<double>(i) + 0.5), bottom};
    canvas.text({places[order[i]].x + 4, bottom + 8}, tree.names[order[i]], Anchor::end, 11, -90);
  }
  for (std::size_t i = 0; i < d.merges.size(); ++i) {
    const learn::Merge& merge = d.merges[i];
    const Point a = places[merge.a], b = places[merge.b];
    const double y = y_of(merge.height);
    canvas.polyline({a, {a.x, y}, {b.x, y}, b}, ink);
    places[d.leaves + i] = {(a.x + b.x) / 2, y};
  }
  if (tree.clusters > 0) {
    const double y = y_of(cut_height(d, tree.clusters));
    for (double x = left; x < width - right; x += 12)
      canvas.line({x, y}, {std::min(x + 7, width - right), y}, cut_colour);
    canvas.text({width - right + 4, y + 4}, fmt::format("{}", tree.clusters));
  }
  return canvas.str();
}

}  // namespace forewarp::papers
