// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/neighbours/predictor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/learn/read_checks.hpp"
#include "forewarp/support/error.hpp"
#include "forewarp/support/statistics.hpp"

namespace forewarp::learn {
namespace {

struct Neighbour {
  double square;  ///< of the distance
  std::size_t sample;
};

/// The k nearest, the nearest first.
std::vector<Neighbour> nearest(const NeighbourModel& m, std::span<const double> row) {
  const std::size_t p = row.size();
  std::vector<Neighbour> all(m.targets.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    double square = 0;
    for (std::size_t j = 0; j < p; ++j) square += (row[j] - m.rows[i * p + j]) * (row[j] - m.rows[i * p + j]);
    all[i] = {square < HUGE_VAL ? square : HUGE_VAL, i};  // NaN, which has no order, is as far as can be
  }
  const auto kth = all.begin() + static_cast<std::ptrdiff_t>(m.k);
  std::partial_sort(all.begin(), kth, all.end(), [](const Neighbour& a, const Neighbour& b) {
    return a.square != b.square ? a.square < b.square : a.sample < b.sample;
  });
  all.resize(m.k);
  return all;
}

/// 1 / distance; where samples lie on the row itself, they alone count.
double weight(const Neighbour& n, const Neighbour& closest, NeighbourWeights weights) {
  if (weights == NeighbourWeights::uniform) return 1;
  if (closest.square == 0 || closest.square == HUGE_VAL) return n.square == closest.square ? 1 : 0;
  return std::sqrt(closest.square) / std::sqrt(n.square);
}

}  // namespace

void NeighbourPredictor::predict(std::span<const double> row, std::span<double> out) const {
  std::vector<double> scaled(features());
  model_.inputs.apply(row, scaled);
  const std::vector<Neighbour> neighbours = nearest(model_, scaled);
  std::ranges::fill(out, 0);
  double sum = 0;
  for (const Neighbour& n : neighbours) {
    const double w = weight(n, neighbours.front(), model_.weights), target = model_.targets[n.sample];
    sum += w;
    if (model_.classes == 0)
      out[0] += w * target;
    else
      out[static_cast<std::size_t>(target)] += w;
  }
  for (double& value : out) value /= sum;
}

bool NeighbourPredictor::quantiles(std::span<const double> row, std::span<const double> levels,
                                   std::span<double> out) const {
  if (model_.classes > 0) return false;
  std::vector<double> scaled(features()), targets;
  model_.inputs.apply(row, scaled);
  for (const Neighbour& n : nearest(model_, scaled)) targets.push_back(model_.targets[n.sample]);
  for (std::size_t i = 0; i < levels.size(); ++i) out[i] = quantile(targets, levels[i]);
  return true;
}

void NeighbourPredictor::write(Writer& out) const {
  out.integer(features());
  learn::write(out, model_.inputs);
  out.integer(model_.k);
  out.integer(static_cast<std::uint64_t>(model_.weights));
  out.integer(model_.classes);
  out.arrays(model_.targets, model_.rows);
}

std::unique_ptr<Predictor> read_knn(Reader& in) {
  NeighbourModel m;
  const std::size_t features = read_feature_count(in);
  m.inputs = read_scaling(in, features);
  m.k = in.integer("the number of neighbours", std::uint64_t{1} << 32);
  m.weights = static_cast<NeighbourWeights>(in.integer("the weights", 1));
  m.classes = in.integer("the number of classes", max_classes);
  m.targets = read_finite_array(in, "a target");
  if (m.k == 0 || m.k > m.targets.size())
    throw InputError(fmt::format("the model asks {} neighbours of {}", m.k, m.targets.size()));
  for (const double target : m.targets)
    if (m.classes > 0 && !(target >= 0 && target < static_cast<double>(m.classes) && target == std::floor(target)))
      throw InputError(fmt::format("{} in the model is not the index of one of {} classes", target, m.classes));
  m.rows = read_finite_array(in, "a sample", m.targets.size() * features);
  return std::make_unique<NeighbourPredictor>(std::move(m));
}

}  // namespace forewarp::learn
