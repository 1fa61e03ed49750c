// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"

namespace forewarp::kernels {

/// No gain of the filled points is so near 0 that single precision would decide otherwise.
std::vector<Expected> streamcluster_gain(const launch::Launch&, const Inputs& inputs) {
  const std::size_t points = inputs.parameter("points");
  const auto values = exact(inputs.values<float>("values")), candidate = exact(inputs.values<float>("candidate"));
  const auto cost = exact(inputs.values<float>("cost"));
  Expected moves{.buffer = "moves", .value = {}, .bound = {}};
  std::vector<Bounded> saved;
  for (std::size_t point = 0; point < points; ++point) {
    Bounded distance;
    for (std::size_t f = 0; f < candidate.size(); ++f) {
      const Bounded off = values[f * points + point] - candidate[f];
      distance = multiply_add(off, off, distance);
    }
    const Bounded gain = cost[point] - distance;
    moves.value.push_back(gain.value > 0 ? 1 : 0);
    saved.push_back(maximum(gain, {}));
  }
  return {moves, expected_from("saved", saved)};
}

}  // namespace forewarp::kernels
