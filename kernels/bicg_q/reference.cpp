// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> bicg_q(const launch::Launch&, const Inputs& inputs) {
  const auto a = inputs.values<float>("a"), p = inputs.values<float>("p");
  const std::size_t rows = inputs.parameter("rows"), columns = p.size();
  // A lane's products one after another, then five sums.
  const double each = gamma(std::ceil(static_cast<double>(columns) / 32) + 5);
  Expected q{.buffer = "q", .value = std::vector<double>(rows), .bound = std::vector<double>(rows)};
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double product = double{a[i]} * p[i % columns];
    q.value[i / columns] += product;
    q.bound[i / columns] += each * std::abs(product);
  }
  return {q};
}

}  // namespace forewarp::kernels
