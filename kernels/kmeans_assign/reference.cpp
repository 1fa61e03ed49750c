// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <limits>

#include "kernels/references.hpp"

namespace forewarp::kernels {

/// Random centres are never so nearly equal that single precision would choose otherwise.
std::vector<Expected> kmeans_assign(const launch::Launch&, const Inputs& inputs) {
  const std::size_t points = inputs.parameter("points"), features = inputs.parameter("features");
  const auto values = inputs.values<float>("values"), centre = inputs.values<float>("centre");
  Expected nearest{.buffer = "nearest", .value = std::vector<double>(points), .bound = {}};
  for (std::size_t point = 0; point < points; ++point) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < inputs.parameter("centres"); ++c) {
      double distance = 0;
      for (std::size_t f = 0; f < features; ++f) {
        const double off = double{values[f * points + point]} - centre[c * features + f];
        distance += off * off;
      }
      if (distance >= least) continue;
      least = distance;
      nearest.value[point] = static_cast<double>(c);
    }
  }
  return {nearest};
}

}  // namespace forewarp::kernels
