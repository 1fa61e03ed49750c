// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> softmax_rows(const launch::Launch& launch, const Inputs& inputs) {
  const std::size_t rows = inputs.parameter("rows"), columns = inputs.parameter("columns");
  const auto x = exact(inputs.values<float>("x"));
  // A thread's terms one after another, then two trees of five sums.
  const double sums = std::ceil(static_cast<double>(columns) / launch.block.x) + 10;
  std::vector<Bounded> out;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto row = x.begin() + static_cast<std::ptrdiff_t>(i * columns);
    Bounded most = *row, sum;
    for (std::size_t j = 0; j < columns; ++j) most = maximum(most, row[static_cast<std::ptrdiff_t>(j)]);
    std::vector<Bounded> terms;
    for (std::size_t j = 0; j < columns; ++j) terms.push_back(exponential(row[static_cast<std::ptrdiff_t>(j)] - most));
    for (const Bounded term : terms) {
      sum.value += term.value;
      sum.error += term.error + gamma(sums) * (term.value + term.error);
    }
    for (const Bounded term : terms) out.push_back(term * (Bounded{1, 0} / sum));
  }
  return {expected_from("out", out)};
}

}  // namespace forewarp::kernels
