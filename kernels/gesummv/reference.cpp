// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> gesummv(const launch::Launch&, const Inputs& inputs) {
  const auto a = exact(inputs.values<float>("a")), b = exact(inputs.values<float>("b"));
  const auto x = exact(inputs.values<float>("x"));
  std::vector<Bounded> y;
  for (std::size_t i = 0; i < x.size(); ++i) {
    Bounded of_a, of_b;
    for (std::size_t j = 0; j < x.size(); ++j) {
      of_a = multiply_add(a[i * x.size() + j], x[j], of_a);
      of_b = multiply_add(b[i * x.size() + j], x[j], of_b);
    }
    y.push_back(Bounded{inputs.scalar("alpha"), 0} * of_a + Bounded{inputs.scalar("beta"), 0} * of_b);
  }
  return {expected_from("y", y)};
}

}  // namespace forewarp::kernels
