// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> vector_add_constants(const launch::Launch&, const Inputs& inputs) {
  const auto x = inputs.values<float>("x"), y = inputs.values<float>("y");
  const double k1 = inputs.scalar("k1"), k2 = inputs.scalar("k2");
  Expected z{.buffer = "z", .value = std::vector<double>(x.size()), .bound = std::vector<double>(x.size())};
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double a = k1 * x[i], b = k2 * y[i];
    z.value[i] = a + b;
    z.bound[i] = gamma(2) * (std::abs(a) + std::abs(b));  // a product and a fused multiply-add
  }
  return {z};
}

}  // namespace forewarp::kernels
