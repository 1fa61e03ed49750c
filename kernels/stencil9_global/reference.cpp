// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> stencil9(const launch::Launch&, const Inputs& inputs) {
  const std::size_t n = inputs.parameter("n");
  const auto in = inputs.values<float>("in");
  const double scale = inputs.scalar("scale");
  Expected out{.buffer = "out", .value = std::vector<double>(n * n), .bound = std::vector<double>(n * n)};
  for (std::size_t y = 1; y + 1 < n; ++y)
    for (std::size_t x = 1; x + 1 < n; ++x) {
      const std::size_t i = y * n + x;
      double sum = 0, moduli = 0;
      for (const std::size_t row : {i - n, i, i + n})
        for (const std::size_t at : {row - 1, row, row + 1}) {
          const double weight = at == i ? 0 : (row == i || at == row ? 4 : 1);
          sum += weight * in[at], moduli += weight * std::abs(double{in[at]});
        }
      out.value[i] = scale * sum;
      out.bound[i] = gamma(4) * std::abs(scale) * moduli;  // two in a sum of four, the multiply-add, the product
    }
  return {out};
}

}  // namespace forewarp::kernels
