// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> cross_entropy(const launch::Launch& launch, const Inputs& inputs) {
  const auto logits = inputs.values<float>("logits");
  const auto labels = inputs.values<std::int32_t>("labels");
  const std::size_t columns = inputs.parameter("columns");
  // A term is rescaled with each logit of its thread and at each level of the tree: one rounding of a product, one of a
  // sum, and where the largest has changed __expf, which is within 2 + 1.173 |x| units; the |x| add up to the spread.
  const double levels = std::ceil(static_cast<double>(columns) / launch.block.x) + std::log2(launch.block.x);
  std::vector<Bounded> loss;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto row = logits.begin() + static_cast<std::ptrdiff_t>(i * columns);
    const auto [least, most] = std::minmax_element(row, row + static_cast<std::ptrdiff_t>(columns));
    double total = 0;
    for (std::size_t j = 0; j < columns; ++j) total += std::exp(double{row[static_cast<std::ptrdiff_t>(j)]} - *most);
    // Differences of logits are rounded too, by half a unit of at most the spread a time.
    const double spread = double{*most} - *least, each = levels * (2 + 2 * 2) + (2 * 1.173 + 1) * spread;
    const Bounded sum{total, gamma(each) * total};
    loss.push_back(Bounded{*most, 0} + logarithm(sum) - Bounded{row[labels[i]], 0});
  }
  return {expected_from("loss", loss)};
}

}  // namespace forewarp::kernels
