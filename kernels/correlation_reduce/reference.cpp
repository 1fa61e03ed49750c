// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> correlation_reduce(const launch::Launch&, const Inputs& inputs) {
  auto data = exact(inputs.values<float>("data"));
  const auto mean = exact(inputs.values<float>("mean")), deviation = exact(inputs.values<float>("deviation"));
  const Bounded root = square_root({static_cast<double>(inputs.parameter("rows")), 0});
  for (std::size_t i = 0; i < data.size(); ++i) {
    const std::size_t j = i % mean.size();
    data[i] = (data[i] - mean[j]) / (root * deviation[j]);
  }
  return {expected_from("data", data)};
}

}  // namespace forewarp::kernels
