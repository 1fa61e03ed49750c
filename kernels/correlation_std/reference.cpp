// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> correlation_std(const launch::Launch&, const Inputs& inputs) {
  const std::size_t rows = inputs.parameter("rows"), columns = inputs.parameter("columns");
  const auto data = exact(inputs.values<float>("data")), mean = exact(inputs.values<float>("mean"));
  std::vector<Bounded> deviation(columns);
  for (std::size_t i = 0; i < data.size(); ++i) {
    const Bounded off = data[i] - mean[i % columns];
    deviation[i % columns] = multiply_add(off, off, deviation[i % columns]);
  }
  for (Bounded& squares : deviation) {
    const Bounded root = square_root(squares / Bounded{static_cast<double>(rows), 0});
    squares = root.value > 0.005 ? root : Bounded{1, 0};
  }
  return {expected_from("deviation", deviation)};
}

}  // namespace forewarp::kernels
