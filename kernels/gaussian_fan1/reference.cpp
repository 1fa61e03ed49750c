// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> gaussian_fan1(const launch::Launch&, const Inputs& inputs) {
  const std::size_t n = inputs.parameter("n"), t = inputs.parameter("step");
  const auto a = exact(inputs.values<float>("a"));
  std::vector<Bounded> multiplier(n * n);
  for (std::size_t row = t + 1; row < n; ++row) multiplier[row * n + t] = a[row * n + t] / a[t * n + t];
  return {expected_from("multiplier", multiplier)};
}

}  // namespace forewarp::kernels
