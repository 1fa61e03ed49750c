// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> gramschmidt_norm(const launch::Launch& launch, const Inputs& inputs) {
  const std::size_t columns = inputs.parameter("columns"), column = inputs.parameter("column");
  const auto a = inputs.values<float>("a");
  double squares = 0;
  for (std::size_t i = column; i < a.size(); i += columns) squares += double{a[i]} * a[i];
  // A thread's squares one after another, then a tree.
  const double each = std::ceil(static_cast<double>(inputs.parameter("rows")) / launch.block.x);
  std::vector<Bounded> r(columns * columns);
  r[column * columns + column] = square_root({squares, gamma(each + std::log2(launch.block.x)) * squares});
  return {expected_from("r", r)};
}

}  // namespace forewarp::kernels
