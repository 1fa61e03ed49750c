// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

namespace {
constexpr double softening = 1e-3f;
}  // namespace

std::vector<Expected> nbody(const launch::Launch&, const Inputs& inputs) {
  const auto bodies = inputs.values<float>("bodies");
  const std::size_t n = bodies.size() / 4;
  Expected out{.buffer = "accelerations", .value = std::vector<double>(4 * n), .bound = std::vector<double>(4 * n)};
  // One term: the differences, the sum of squares and the products are good to some 16 roundings; the reciprocal root
  // is an approximation with a relative error of 2^-22.9 (PTX ISA, rsqrt.approx.f32), and its cube has three times
  // that. Then n sums.
  const double relative = gamma(static_cast<double>(n) + 16) + 3 * 0x1p-22;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      double distance[3], squared = softening;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        distance[axis] = double{bodies[4 * j + axis]} - bodies[4 * i + axis];
        squared += distance[axis] * distance[axis];
      }
      const double pull = bodies[4 * j + 3] / (squared * std::sqrt(squared));
      for (std::size_t axis = 0; axis < 3; ++axis) {
        out.value[4 * i + axis] += pull * distance[axis];
        out.bound[4 * i + axis] += relative * std::abs(pull * distance[axis]);
      }
    }
  return {out};
}

}  // namespace forewarp::kernels
