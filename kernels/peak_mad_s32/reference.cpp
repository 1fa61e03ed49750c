// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> peak_mad_s32(const launch::Launch& launch, const Inputs& inputs) {
  const auto a = static_cast<std::uint32_t>(inputs.scalar("a")), b = static_cast<std::uint32_t>(inputs.scalar("b"));
  const std::size_t steps = 16 * inputs.parameter("iterations"), chains = inputs.parameter("CHAINS");
  Expected out{.buffer = "out", .value = {}, .bound = {}};
  for (std::uint32_t i = 0; i < launch.grid.count() * launch.block.count(); ++i) {
    std::uint32_t sum = 0;
    for (std::uint32_t chain = 0; chain < chains; ++chain) {
      std::uint32_t x = i * 2654435761u + chain;
      for (std::size_t step = 0; step < steps; ++step) x = x * a + b;
      sum += x;
    }
    out.value.push_back(sum);
  }
  return {out};
}

}  // namespace forewarp::kernels
