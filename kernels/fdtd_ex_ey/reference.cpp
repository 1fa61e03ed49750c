// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> fdtd_ex_ey(const launch::Launch&, const Inputs& inputs) {
  const std::size_t n = inputs.parameter("n");
  auto ex = exact(inputs.values<float>("ex")), ey = exact(inputs.values<float>("ey"));
  const auto hz = exact(inputs.values<float>("hz"));
  for (std::size_t i = 0; i < n * n; ++i) {
    if (i < n)
      ey[i] = {inputs.scalar("source"), 0};
    else
      ey[i] = ey[i] - Bounded{0.5, 0} * (hz[i] - hz[i - n]);
    if (i % n > 0) ex[i] = ex[i] - Bounded{0.5, 0} * (hz[i] - hz[i - 1]);
  }
  return {expected_from("ex", ex), expected_from("ey", ey)};
}

}  // namespace forewarp::kernels
