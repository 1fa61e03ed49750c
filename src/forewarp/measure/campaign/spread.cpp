// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/spread.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "forewarp/support/statistics.hpp"

namespace forewarp::campaign {
namespace {

double squared_distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
  return sum;
}

/// To mean 0 and deviation 1; false where all values are equal.
bool scale(std::vector<double>& column) {
  const double middle = mean(column);
  double squares = 0;
  for (double& x : column) x -= middle, squares += x * x;
  const double deviation = std::sqrt(squares / static_cast<double>(column.size()));
  for (double& x : column) x /= deviation;
  return deviation > 1e-12;
}

}  // namespace

/// Logarithms, since counts span many orders of magnitude; constant features are left out.
std::vector<std::vector<double>> feature_points(std::span<const feature::Features> features) {
  std::vector<std::vector<double>> points(features.size());
  if (features.empty()) return points;
  for (const auto& [name, unused] : features.front().items()) {
    std::vector<double> column;
    for (const feature::Features& f : features) column.push_back(std::log1p(std::max(0.0, f.get(name, 0))));
    if (!scale(column)) continue;
    for (std::size_t i = 0; i < points.size(); ++i) points[i].push_back(column[i]);
  }
  return points;
}

/// Greedy k-centre: distance[i] is the distance to the nearest point taken, updated with each new one, so n points cost
/// O(n^2) instead of O(n^3). Example: points 0, 1, 10 on a line around their middle 3.67: first 1, then 10, then 0.
std::vector<std::size_t> spread_order(std::span<const std::vector<double>> points, std::span<const std::size_t> taken) {
  std::vector<double> distance(points.size(), std::numeric_limits<double>::infinity());
  std::vector<char> in(points.size(), 0);
  std::vector<std::size_t> order;
  const auto take = [&](std::size_t i) {
    order.push_back(i);
    in[i] = 1;
    for (std::size_t k = 0; k < points.size(); ++k)
      distance[k] = std::min(distance[k], squared_distance(points[k], points[i]));
  };
  for (const std::size_t i : taken)
    if (!in[i]) take(i);
  if (order.empty() && !points.empty()) {  // the middle is the origin: coordinates are scaled
    const std::vector<double> origin(points.front().size(), 0);
    take(static_cast<std::size_t>(
        std::ranges::min_element(points, {}, [&](const auto& p) { return squared_distance(p, origin); }) -
        points.begin()));
  }
  while (order.size() < points.size()) {
    std::size_t farthest = points.size();
    for (std::size_t i = 0; i < points.size(); ++i)
      if (!in[i] && (farthest == points.size() || distance[i] > distance[farthest])) farthest = i;
    take(farthest);
  }
  return order;
}

}  // namespace forewarp::campaign
