// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

/// Of all four kernels that differ in how they read x and y.
std::vector<Expected> vector_trigonometric(const launch::Launch&, const Inputs& inputs) {
  const auto x = inputs.values<float>("x"), y = inputs.values<float>("y");
  const double sine = std::sin(inputs.scalar("k1")), cosine = std::cos(inputs.scalar("k2"));
  Expected z{.buffer = "z", .value = std::vector<double>(x.size()), .bound = std::vector<double>(x.size())};
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double a = sine * x[i], b = cosine * y[i];
    z.value[i] = a + b;
    // sinf and cosf are within 2 units in the last place (CUDA C++ Programming Guide, "Mathematical Functions"), at
    // most 4 roundings; a product and a fused multiply-add.
    z.bound[i] = gamma(6) * (std::abs(a) + std::abs(b));
  }
  return {z};
}

}  // namespace forewarp::kernels
