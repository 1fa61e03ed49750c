// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <numbers>

#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"

namespace forewarp::kernels {
namespace {

constexpr std::size_t bins = 16;

/// exp2f and cospif are within 2 units in the last place.
std::array<Bounded, bins - 1> cosines_of_edges() {
  std::array<Bounded, bins - 1> edges;
  for (std::size_t i = 0; i + 1 < bins; ++i) {
    const Bounded part = off_by_ulps(std::exp2(-0.5 * static_cast<double>(i + 1)), 0, 2);
    edges[i] = off_by_ulps(std::cos(std::numbers::pi * part.value), std::numbers::pi * part.error, 2);
  }
  return edges;
}

using Direction = std::array<Bounded, 3>;

std::vector<Direction> directions(const std::vector<Bounded>& points) {
  std::vector<Direction> all(points.size() / 3);
  for (std::size_t i = 0; i < all.size(); ++i) {
    Bounded squared;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      all[i][axis] = points[axis * all.size() + i];
      squared = all[i][axis] * all[i][axis] + squared;
    }
    for (Bounded& part : all[i]) part = part * reciprocal_root(squared);
  }
  return all;
}

}  // namespace

/// A pair nearer to an edge than rounding tells apart may be counted on either side of it.
std::vector<Expected> tpacf(const launch::Launch&, const Inputs& inputs) {
  const std::vector<Direction> points = directions(exact(inputs.values<float>("points")));
  const auto edges = cosines_of_edges();
  Expected counts{.buffer = "counts", .value = std::vector<double>(bins), .bound = std::vector<double>(bins)};
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = i + 1; j < points.size(); ++j) {
      Bounded cosine;
      for (std::size_t axis = 0; axis < 3; ++axis) cosine = multiply_add(points[i][axis], points[j][axis], cosine);
      std::size_t bin = 0;
      for (std::size_t edge = 0; edge < edges.size(); ++edge) {
        const double off = cosine.value - edges[edge].value;
        if (off >= 0) bin = edge + 1;
        if (std::abs(off) > cosine.error + edges[edge].error) continue;
        counts.bound[edge] += 1;
        counts.bound[edge + 1] += 1;
      }
      counts.value[bin] += 1;
    }
  return {counts};
}

}  // namespace forewarp::kernels
