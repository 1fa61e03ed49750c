// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> peak_fma_f64(const launch::Launch& launch, const Inputs& inputs) {
  const double a = inputs.scalar("a"), b = inputs.scalar("b");
  const std::size_t steps = 16 * inputs.parameter("iterations"), chains = inputs.parameter("CHAINS");
  Expected out{.buffer = "out", .value = {}, .bound = {}};
  for (std::size_t i = 0; i < launch.grid.count() * launch.block.count(); ++i) {
    double sum = 0;
    for (std::size_t chain = 0; chain < chains; ++chain) {
      auto x = static_cast<double>(i % 64 + chain);
      for (std::size_t step = 0; step < steps; ++step) x = std::fma(x, a, b);  // the same roundings
      sum += x;
    }
    out.value.push_back(sum);
  }
  return {out};
}

}  // namespace forewarp::kernels
