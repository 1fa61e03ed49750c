// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> fdtd_hz(const launch::Launch&, const Inputs& inputs) {
  const std::size_t n = inputs.parameter("n");
  auto hz = exact(inputs.values<float>("hz"));
  const auto ex = exact(inputs.values<float>("ex")), ey = exact(inputs.values<float>("ey"));
  for (std::size_t i = 0; i + n < n * n; ++i)
    if (i % n + 1 < n) hz[i] = hz[i] - Bounded{double{0.7f}, 0} * (ex[i + 1] - ex[i] + ey[i + n] - ey[i]);
  return {expected_from("hz", hz)};
}

}  // namespace forewarp::kernels
