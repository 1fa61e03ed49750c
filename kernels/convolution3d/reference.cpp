// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> convolution3d(const launch::Launch&, const Inputs& inputs) {
  constexpr double weight[4] = {0.5, 0.0625, -0.03125, 0.015625};
  const std::size_t n = inputs.parameter("n");
  const auto in = inputs.values<float>("in");
  Expected out{.buffer = "out", .value = std::vector<double>(in.size()), .bound = std::vector<double>(in.size())};
  const auto away = [](std::size_t offset) { return offset == 1 ? 0u : 1u; };
  const auto point = [&](std::size_t z, std::size_t y, std::size_t x) {
    const std::size_t i = (z * n + y) * n + x;
    for (std::size_t j = 0; j < 27; ++j) {
      const std::size_t w = j / 9, v = j / 3 % 3, u = j % 3;
      const double product = weight[away(w) + away(v) + away(u)] * in[((z + w - 1) * n + y + v - 1) * n + x + u - 1];
      out.value[i] += product;
      out.bound[i] += gamma(16) * std::abs(product);  // twelve sums of one distance, a product, three sums
    }
  };
  for (std::size_t z = 1; z + 1 < n; ++z)
    for (std::size_t y = 1; y + 1 < n; ++y)
      for (std::size_t x = 1; x + 1 < n; ++x) point(z, y, x);
  return {out};
}

}  // namespace forewarp::kernels
