// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> adam_step(const launch::Launch&, const Inputs& inputs) {
  const auto scalar = [&](const char* name) { return Bounded{inputs.scalar(name), 0}; };
  const Bounded one{1, 0}, epsilon{double{1e-8f}, 0}, beta1 = scalar("beta1"), beta2 = scalar("beta2");
  const auto gradient = exact(inputs.values<float>("gradient"));
  auto weight = exact(inputs.values<float>("weight"));
  auto first = exact(inputs.values<float>("first")), second = exact(inputs.values<float>("second"));
  for (std::size_t i = 0; i < weight.size(); ++i) {
    const Bounded g = gradient[i];
    first[i] = beta1 * first[i] + (one - beta1) * g;
    second[i] = beta2 * second[i] + (one - beta2) * g * g;
    const Bounded root = square_root(second[i] * scalar("correction2"));
    weight[i] = weight[i] - scalar("rate") * (first[i] * scalar("correction1")) / (root + epsilon);
  }
  return {expected_from("weight", weight), expected_from("first", first), expected_from("second", second)};
}

}  // namespace forewarp::kernels
