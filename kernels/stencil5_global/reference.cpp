// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> stencil5(const launch::Launch&, const Inputs& inputs) {
  const std::size_t n = inputs.parameter("n");
  const auto in = inputs.values<float>("in");
  const double rate = inputs.scalar("rate");
  Expected out{.buffer = "out", .value = std::vector<double>(n * n), .bound = std::vector<double>(n * n)};
  for (std::size_t y = 1; y + 1 < n; ++y)
    for (std::size_t x = 1; x + 1 < n; ++x) {
      const std::size_t i = y * n + x;
      const double north = in[i - n], south = in[i + n], west = in[i - 1], east = in[i + 1], centre = in[i];
      out.value[i] = centre + rate * (north + south + west + east - 4 * centre);
      // Two roundings in the sum of four, one in each fused multiply-add.
      const double moduli = std::abs(north) + std::abs(south) + std::abs(west) + std::abs(east) + 4 * std::abs(centre);
      out.bound[i] = gamma(4) * (std::abs(centre) + std::abs(rate) * moduli);
    }
  return {out};
}

}  // namespace forewarp::kernels
