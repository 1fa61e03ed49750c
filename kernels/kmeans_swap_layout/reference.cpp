// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> kmeans_swap_layout(const launch::Launch&, const Inputs& inputs) {
  const std::size_t points = inputs.parameter("points"), features = inputs.parameter("features");
  const auto rows = inputs.values<float>("rows");
  Expected columns{.buffer = "columns", .value = std::vector<double>(points * features), .bound = {}};
  for (std::size_t point = 0; point < points; ++point)
    for (std::size_t f = 0; f < features; ++f) columns.value[f * points + point] = rows[point * features + f];
  return {columns};
}

}  // namespace forewarp::kernels
