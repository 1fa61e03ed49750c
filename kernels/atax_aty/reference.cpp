// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> atax_aty(const launch::Launch&, const Inputs& inputs) {
  const auto a = exact(inputs.values<float>("a")), t = exact(inputs.values<float>("t"));
  const std::size_t columns = inputs.parameter("columns");
  std::vector<Bounded> y(columns);
  for (std::size_t i = 0; i < a.size(); ++i) {
    Bounded& sum = y[i % columns];
    sum = multiply_add(a[i], t[i / columns], sum);
  }
  return {expected_from("y", y)};
}

}  // namespace forewarp::kernels
