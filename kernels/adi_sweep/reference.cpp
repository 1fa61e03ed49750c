// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> adi_sweep(const launch::Launch&, const Inputs& inputs) {
  const std::size_t n = inputs.parameter("n");
  const Bounded one{1, 0}, a{inputs.scalar("a"), 0}, b = one - Bounded{2, 0} * a;
  const auto right = exact(inputs.values<float>("right"));
  std::vector<Bounded> factor(n * n), u(n * n);
  for (std::size_t i = 0; i < n * n; ++i) {
    const bool is_first = i % n == 0;
    const Bounded p = is_first ? Bounded{} : factor[i - 1], q = is_first ? Bounded{} : u[i - 1];
    const Bounded scale = one / (b + a * p);
    u[i] = (right[i] - a * q) * scale;
    factor[i] = Bounded{-a.value, 0} * scale;
  }
  for (std::size_t i = n * n; i-- > 0;)
    if (i % n + 1 < n) u[i] = u[i] + factor[i] * u[i + 1];
  return {expected_from("factor", factor), expected_from("u", u)};
}

}  // namespace forewarp::kernels
