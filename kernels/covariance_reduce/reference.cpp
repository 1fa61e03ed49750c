// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> covariance_reduce(const launch::Launch&, const Inputs& inputs) {
  auto data = exact(inputs.values<float>("data"));
  const auto mean = exact(inputs.values<float>("mean"));
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = data[i] - mean[i % mean.size()];
  return {expected_from("data", data)};
}

}  // namespace forewarp::kernels
