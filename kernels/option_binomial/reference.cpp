// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> option_binomial(const launch::Launch&, const Inputs& inputs) {
  const std::size_t steps = inputs.parameter("steps");
  const auto price = exact(inputs.values<float>("price")), strike = exact(inputs.values<float>("strike"));
  const Bounded down{inputs.scalar("down"), 0}, rise{inputs.scalar("rise"), 0}, fall{inputs.scalar("fall"), 0};
  std::vector<Bounded> value;
  for (std::size_t option = 0; option < price.size(); ++option) {
    std::vector<Bounded> now(steps + 1, price[option]), worth;
    for (std::size_t i = 0; i <= steps; ++i) {
      for (std::size_t step = 0; step < steps; ++step) now[i] = step < i ? now[i] / down : now[i] * down;
      worth.push_back(maximum(strike[option] - now[i], {}));
    }
    for (std::size_t level = steps; level-- > 0;)
      for (std::size_t i = 0; i <= level; ++i) {
        now[i] = now[i] / down;
        worth[i] = maximum(rise * worth[i + 1] + fall * worth[i], strike[option] - now[i]);
      }
    value.push_back(worth[0]);
  }
  return {expected_from("value", value)};
}

}  // namespace forewarp::kernels
