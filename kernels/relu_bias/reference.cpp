// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> relu_bias(const launch::Launch&, const Inputs& inputs) {
  const auto x = exact(inputs.values<float>("x")), bias = exact(inputs.values<float>("bias"));
  std::vector<Bounded> out;
  for (std::size_t i = 0; i < x.size(); ++i) out.push_back(maximum(x[i] + bias[i % bias.size()], {0, 0}));
  return {expected_from("out", out)};
}

}  // namespace forewarp::kernels
