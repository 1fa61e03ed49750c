// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> intensity_dial(const launch::Launch&, const Inputs& inputs) {
  const Bounded a{inputs.scalar("a"), 0}, b{inputs.scalar("b"), 0};
  auto x = exact(inputs.values<float>("in"));
  for (Bounded& element : x)
    for (std::size_t step = 0; step < inputs.parameter("fmas"); ++step) element = multiply_add(a, element, b);
  return {expected_from("out", x)};
}

}  // namespace forewarp::kernels
