// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> divergence_dial(const launch::Launch& launch, const Inputs& inputs) {
  const Bounded a{inputs.scalar("a"), 0}, b{inputs.scalar("b"), 0}, minus_a{-a.value, 0};
  std::vector<Bounded> out;
  for (std::size_t i = 0; i < launch.grid.count() * launch.block.count(); ++i) {
    const bool is_long = i % launch.block.count() % 32 < inputs.parameter("lanes");
    Bounded x{static_cast<double>(i % 64), 0};
    for (std::size_t step = 0; step < (is_long ? 16 : 4) * inputs.parameter("iterations"); ++step)
      x = multiply_add(is_long ? a : minus_a, x, b);
    out.push_back(x);
  }
  return {expected_from("out", out)};
}

}  // namespace forewarp::kernels
