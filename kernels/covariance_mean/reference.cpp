// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> covariance_mean(const launch::Launch&, const Inputs& inputs) {
  const std::size_t rows = inputs.parameter("rows"), columns = inputs.parameter("columns");
  const auto data = exact(inputs.values<float>("data"));
  std::vector<Bounded> mean(columns);
  for (std::size_t i = 0; i < data.size(); ++i) mean[i % columns] = mean[i % columns] + data[i];
  for (Bounded& sum : mean) sum = sum / Bounded{static_cast<double>(rows), 0};
  return {expected_from("mean", mean)};
}

}  // namespace forewarp::kernels
