// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> atax_ax(const launch::Launch&, const Inputs& inputs) {
  const auto a = exact(inputs.values<float>("a")), x = exact(inputs.values<float>("x"));
  std::vector<Bounded> t(inputs.parameter("rows"));
  for (std::size_t i = 0; i < a.size(); ++i) {
    Bounded& sum = t[i / x.size()];
    sum = multiply_add(a[i], x[i % x.size()], sum);
  }
  return {expected_from("t", t)};
}

}  // namespace forewarp::kernels
