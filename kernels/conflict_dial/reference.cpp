// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> conflict_dial(const launch::Launch& launch, const Inputs& inputs) {
  const auto in = exact(inputs.values<float>("in"));
  std::vector<Bounded> out;
  for (std::size_t block = 0; block < launch.grid.x; ++block)
    for (std::size_t thread = 0; thread < launch.block.x; ++thread) {
      Bounded sum;
      for (std::size_t step = 0; step < inputs.parameter("iterations"); ++step)
        sum = sum + in[(thread * inputs.parameter("stride") + step) % in.size()];
      out.push_back(sum);
    }
  return {expected_from("out", out)};
}

}  // namespace forewarp::kernels
