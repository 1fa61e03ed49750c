// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> batch_norm_inference(const launch::Launch&, const Inputs& inputs) {
  const auto x = exact(inputs.values<float>("x")), mean = exact(inputs.values<float>("mean"));
  const auto variance = exact(inputs.values<float>("variance"));
  const auto weight = exact(inputs.values<float>("weight")), bias = exact(inputs.values<float>("bias"));
  std::vector<Bounded> out;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::size_t channel = i / inputs.parameter("pixels") % mean.size();
    const Bounded scale = reciprocal_root(variance[channel] + Bounded{double{1e-5f}, 0});
    out.push_back(multiply_add((x[i] - mean[channel]) * scale, weight[channel], bias[channel]));
  }
  return {expected_from("out", out)};
}

}  // namespace forewarp::kernels
