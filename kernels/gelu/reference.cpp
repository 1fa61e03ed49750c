// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> gelu(const launch::Launch&, const Inputs& inputs) {
  std::vector<Bounded> out;
  for (const Bounded x : exact(inputs.values<float>("x"))) {
    const Bounded cubic = multiply_add(Bounded{double{0.044715f}, 0} * x * x, x, x);
    const Bounded inner = Bounded{double{0.7978845608f}, 0} * cubic;
    out.push_back(Bounded{0.5, 0} * x * (Bounded{1, 0} + hyperbolic_tangent(inner)));
  }
  return {expected_from("out", out)};
}

}  // namespace forewarp::kernels
