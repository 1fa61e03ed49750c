// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/emulate/reuse/translation.hpp"

// Fit: the first sectors of similar blocks are regressed on the block's position. The point that is farthest off is
// removed and the fit repeated until all are within about a sector, or fewer than three quarters of the blocks remain.
// O(points^2) in the worst case, for at most some hundred points.
//
// Search (last_toucher): block b before the reference touches sector s if floor(phase + t . d) = s - i for d = b - r
// and some i of an interval [low, high). That is, t . d is in a range of width high - low. Planes, rows and blocks
// are searched from the nearest backwards; on each level the offsets of the inner axes that are still possible bound
// the range of the outer one (feasible). At most max_tries planes and rows are tried, as farther ones are rarely hit.
//
// Where a translation has the order of the blocks in the place of t, that order is searched (block_order.hpp).
//
// Example: grid of 100 blocks along x, t = 32 sectors per block, the reference touches [0, 34) from its base. Sector 1:
// t . d must be in [-32 - phase, 2 - phase), which d = -1 meets with -32: the sector was touched by the block before
// (distance 1). Sector 2: the range begins at -31 - phase, so no d < 0 meets it: no earlier toucher (0).
#include <algorithm>
#include <cmath>
#include <limits>

namespace forewarp::profile {
namespace {

using Place = std::array<std::int64_t, 3>;

// The coordinates of a block with this linear index.
Place place_of(std::uint64_t block, launch::Dim3 grid) {
  return {static_cast<std::int64_t>(block % grid.x), static_cast<std::int64_t>(block / grid.x % grid.y),
          static_cast<std::int64_t>(block / grid.x / grid.y)};
}

std::uint64_t linear(const Place& place, launch::Dim3 grid) {
  return static_cast<std::uint64_t>(place[0] + std::int64_t{grid.x} * (place[1] + std::int64_t{grid.y} * place[2]));
}

/// Solves the normal equations of value = c0 + c . place by Gauss-Jordan elimination; axes that do
/// not vary get 0. Four unknowns, so 4 x 5 numbers on the stack. A pivot below 1e-9 of its original
/// size is rounding and counts as zero.
using Coefficients = std::array<double, 4>;
struct Point {
  Place place;
  double first;
};

Coefficients least_squares(const std::vector<Point>& points) {
  double a[4][5] = {};
  for (const auto& p : points) {
    const double row[5] = {1, static_cast<double>(p.place[0]), static_cast<double>(p.place[1]),
                           static_cast<double>(p.place[2]), p.first};
    for (unsigned i = 0; i < 4; ++i)
      for (unsigned j = 0; j < 5; ++j) a[i][j] += row[i] * row[j];
  }
  const double original[4] = {a[0][0], a[1][1], a[2][2], a[3][3]};
  std::array<bool, 4> used{};
  for (unsigned i = 0; i < 4; ++i) {
    const double scale = std::max(1.0, original[i]);
    const double lead = a[i][i];
    if (!(std::abs(lead) > 1e-9 * scale)) continue;
    used[i] = true;
    for (unsigned k = 0; k < 4; ++k) {
      if (k == i) continue;
      const double factor = a[k][i] / lead;
      for (unsigned j = i; j < 5; ++j) a[k][j] -= factor * a[i][j];
    }
  }
  Coefficients c{};
  for (unsigned i = 0; i < 4; ++i) c[i] = used[i] ? a[i][4] / a[i][i] : 0;
  return c;
}

double at(const Coefficients& c, const Place& p) {
  return c[0] + c[1] * static_cast<double>(p[0]) + c[2] * static_cast<double>(p[1]) + c[3] * static_cast<double>(p[2]);
}

/// Runs of consecutive sectors, relative to the first one.
std::vector<Interval> intervals_of(const SlotSectors& s) {
  std::vector<Interval> out;
  const auto base = s.sectors.front();
  for (const auto sector : s.sectors) {
    const auto low = static_cast<std::int64_t>(sector - base);
    if (!out.empty() && out.back().high == low) {
      ++out.back().high;
    } else {
      out.push_back({low, low + 1});
    }
  }
  return out;
}

/// A step that is nearly whole is made whole if that changes nothing over the grid's extent (less
/// than 3/4 sector): 31.998 over 100 blocks is off by 0.2 and becomes 32; over 1000 blocks it is
/// off by 2 sectors and stays.
double snapped(double step, std::uint32_t extent) {
  const double whole = std::round(step);
  return std::abs(step - whole) * extent < 0.75 ? whole : step;
}

/// Along an axis on which all points agree, the step cannot be determined.
bool vary_along_every_axis(const std::vector<Point>& points, launch::Dim3 grid) {
  const std::uint32_t extents[3] = {grid.x, grid.y, grid.z};
  for (unsigned k = 0; k < 3; ++k) {
    const auto differs = [&](const Point& p) { return p.place[k] != points.front().place[k]; };
    if (extents[k] > 1 && std::none_of(points.begin(), points.end(), differs)) return false;
  }
  return true;
}

/// First sectors of the blocks in which the slot touches about what it touches in the reference.
std::vector<Point> points_like(const SlotSectors& reference, const Translation& t,
                               const std::vector<SlotSectors>& blocks, launch::Dim3 grid) {
  const auto size = static_cast<double>(reference.sectors.size());
  const auto origin = place_of(reference.block, grid);
  const auto width = static_cast<double>(t.intervals.back().high);
  // Rows that do not begin at a sector boundary take one sector more in some blocks.
  const double slack = std::max(static_cast<double>(t.intervals.size()), 0.02 * size);
  const std::uint32_t extents[3] = {grid.x, grid.y, grid.z};
  std::vector<Point> out;
  for (const auto& b : blocks) {
    auto place = place_of(b.block, grid);
    bool is_last = false;  // along an axis: it may be cut off
    for (unsigned k = 0; k < 3; ++k) is_last |= extents[k] > 1 && place[k] + 1 == extents[k];
    for (unsigned k = 0; k < 3; ++k) place[k] -= origin[k];
    const auto offset = [&](std::uint64_t sector) {
      return static_cast<double>(static_cast<std::int64_t>(sector - t.base));
    };
    const double first = offset(b.sectors.front()), last = offset(b.sectors.back()) + 1 - width;
    const double missing = size - static_cast<double>(b.sectors.size());
    const bool is_alike = std::abs(missing) <= slack && std::abs(last - first) <= 1;
    if (is_alike || (is_last && missing > 0 && last < first)) out.push_back({place, first});
  }
  return out;
}

/// The sectors of the reference block; nullptr where there is nothing to compare.
const SlotSectors* reference_in(const std::vector<SlotSectors>& blocks, std::uint64_t reference) {
  const auto found = std::find_if(blocks.begin(), blocks.end(), [&](const auto& b) { return b.block == reference; });
  return found == blocks.end() || blocks.size() < 2 || found->sectors.empty() ? nullptr : &*found;
}

Translation at_rest(const SlotSectors& reference) {
  Translation out;
  out.base = reference.sectors.front();
  out.intervals = intervals_of(reference);
  return out;
}

}  // namespace

std::optional<Translation> fit_translation(const std::vector<SlotSectors>& blocks, std::size_t kept,
                                           std::uint64_t reference, launch::Dim3 grid) {
  const SlotSectors* const found = reference_in(blocks, reference);
  if (found == nullptr) return std::nullopt;
  Translation out = at_rest(*found);
  auto points = points_like(*found, out, blocks, grid);
  std::size_t unknown = 1;
  for (const auto extent : {grid.x, grid.y, grid.z}) unknown += extent > 1 ? 1U : 0U;
  while (points.size() > unknown && 4 * points.size() >= 3 * kept && vary_along_every_axis(points, grid)) {
    const auto c = least_squares(points);
    const auto off = [&](const Point& p) { return std::abs(p.first - at(c, p.place)); };
    const auto worst =
        std::max_element(points.begin(), points.end(), [&](const auto& p, const auto& q) { return off(p) < off(q); });
    if (off(*worst) <= 1.01) {
      out.step = {snapped(c[1], grid.x), snapped(c[2], grid.y), snapped(c[3], grid.z)};
      return out;
    }
    points.erase(worst);
  }
  return std::nullopt;
}

std::optional<Translation> fit_order(const std::vector<SlotSectors>& blocks, std::size_t kept, std::uint64_t reference,
                                     launch::Dim3 grid, std::span<const std::uint64_t> addresses) {
  const SlotSectors* const found = reference_in(blocks, reference);
  // A block that goes past the access has an address, too, and would be taken for one that touches it.
  if (found == nullptr || addresses.empty() || blocks.size() < kept) return std::nullopt;
  Translation out = at_rest(*found);
  const Place origin = place_of(reference, grid);
  const auto is_there = [&](const Point& p) {
    const Place place = {p.place[0] + origin[0], p.place[1] + origin[1], p.place[2] + origin[2]};
    const double moved = sectors_between(addresses[reference], addresses[linear(place, grid)]);
    return std::abs(moved - p.first) <= 1.01;
  };
  const auto there = static_cast<std::size_t>(std::ranges::count_if(points_like(*found, out, blocks, grid), is_there));
  if (there < 2 || 4 * there < 3 * kept) return std::nullopt;
  out.order = std::make_shared<BlockOrder>(addresses);
  return out;
}

void fill_gaps(Translation& t, std::span<const BlockSectors::Sector> sectors) {
  constexpr double alike = 0.05;
  std::uint64_t weights = 0, count = 0;
  auto interval = t.intervals.begin();
  for (const auto& sector : sectors) {
    const auto at = static_cast<std::int64_t>(sector.number - t.base);
    while (interval != t.intervals.end() && interval->high <= at) ++interval;
    if (interval == t.intervals.end()) break;
    if (at < interval->low) continue;
    weights += sector.weight;
    ++count;
  }
  const Interval all{t.intervals.front().low, t.intervals.back().high};
  const auto extent = static_cast<double>(all.high - all.low);
  if (weights == count || std::abs(static_cast<double>(weights) - extent) > alike * extent) return;
  t.intervals = {all};
  t.fills_gaps = true;
}

namespace {

struct Range {
  double low, high;
};

/// Range of step * d for d in [low, high].
Range times(double step, double low, double high) {
  return step >= 0 ? Range{step * low, step * high} : Range{step * high, step * low};
}

/// Whole d in [low, high] with step * d + rest in [want.low, want.high) for some rest; empty when
/// low > high. With step 32, rest 0 and want [-32, 2), d may be -1 or 0.
Range feasible(double step, double low, double high, Range want, Range rest) {
  if (step == 0) return want.low <= rest.high && rest.low < want.high ? Range{low, high} : Range{1, 0};
  const double a = (want.low - rest.high) / step, b = (want.high - rest.low) / step;
  return {std::max(low, std::ceil(std::min(a, b) - 1e-9)), std::min(high, std::floor(std::max(a, b) + 1e-9))};
}

/// Searches one interval of one translation, nearest block first.
struct Search {
  const Translation& t;
  const Place& place;
  launch::Dim3 grid;
  Range want;
  double best;  ///< distance to beat

  static constexpr unsigned max_tries = 8;

  [[nodiscard]] double lowest(unsigned axis) const { return -static_cast<double>(place[axis]); }
  [[nodiscard]] double highest(unsigned axis, bool is_front) const {
    const std::uint32_t extents[3] = {grid.x, grid.y, grid.z};
    return is_front ? 0 : static_cast<double>(extents[axis]) - 1 - static_cast<double>(place[axis]);
  }

  void planes() {
    const auto x = times(t.step[0], lowest(0), highest(0, false)), y = times(t.step[1], lowest(1), highest(1, false));
    const auto d = feasible(t.step[2], lowest(2), 0, want, {x.low + y.low, x.high + y.high});
    unsigned tries = 0;
    for (double z = d.high; z >= d.low && tries < max_tries; --z, ++tries) {
      const double before = -z * grid.x * static_cast<double>(grid.y);
      if (before - static_cast<double>(grid.x) * grid.y >= best) return;
      rows(z, before);
    }
  }

  void rows(double z, double before) {
    const double moved = t.step[2] * z;
    const auto x = times(t.step[0], lowest(0), highest(0, false));
    const auto d = feasible(t.step[1], lowest(1), highest(1, z == 0), {want.low - moved, want.high - moved}, x);
    unsigned tries = 0;
    for (double y = d.high; y >= d.low && tries < max_tries; --y, ++tries) {
      const double distance = before - y * grid.x;
      if (distance - grid.x >= best) return;
      blocks(moved + t.step[1] * y, distance, z == 0 && y == 0);
    }
  }

  /// On one row the nearest block is the largest feasible d; in the reference's own row d must be negative.
  void blocks(double moved, double before, bool is_front) {
    const double high = is_front ? -1 : highest(0, false);
    const auto d = feasible(t.step[0], lowest(0), high, {want.low - moved, want.high - moved}, {0, 0});
    if (d.low <= d.high) best = std::min(best, before - d.high);
  }
};

}  // namespace

double last_toucher(const std::vector<const Translation*>& translations, std::uint64_t sector, const Place& place,
                    launch::Dim3 grid, double phase) {
  constexpr double none = std::numeric_limits<double>::infinity();
  double best = none;
  for (const auto* t : translations) {
    const auto wanted = static_cast<std::int64_t>(sector - t->base);
    if (t->order) {
      best = t->order->last_toucher(t->intervals, wanted, linear(place, grid), phase, best);
      continue;
    }
    for (const auto& interval : t->intervals) {
      // floor(phase + t . d) = wanted - s for one s of the interval
      const Range want{static_cast<double>(wanted - interval.high + 1) - phase,
                       static_cast<double>(wanted - interval.low + 1) - phase};
      Search search{*t, place, grid, want, best};
      search.planes();
      best = search.best;
    }
  }
  return best == none ? 0 : best;
}

}  // namespace forewarp::profile
