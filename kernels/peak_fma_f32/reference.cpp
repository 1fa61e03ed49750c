// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> peak_fma_f32(const launch::Launch& launch, const Inputs& inputs) {
  const Bounded a{inputs.scalar("a"), 0}, b{inputs.scalar("b"), 0};
  const std::size_t steps = 16 * inputs.parameter("iterations"), chains = inputs.parameter("CHAINS");
  std::vector<Bounded> ends;  // by where a chain starts
  for (std::size_t start = 0; start < 64 + chains; ++start) {
    Bounded x{static_cast<double>(start), 0};
    for (std::size_t step = 0; step < steps; ++step) x = multiply_add(a, x, b);
    ends.push_back(x);
  }
  std::vector<Bounded> out(launch.grid.count() * launch.block.count());
  for (std::size_t i = 0; i < out.size(); ++i)
    for (std::size_t chain = 0; chain < chains; ++chain) out[i] = out[i] + ends[i % 64 + chain];
  return {expected_from("out", out)};
}

}  // namespace forewarp::kernels
