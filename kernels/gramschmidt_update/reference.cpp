// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> gramschmidt_update(const launch::Launch&, const Inputs& inputs) {
  const std::size_t rows = inputs.parameter("rows"), columns = inputs.parameter("columns");
  const std::size_t column = inputs.parameter("column");
  auto a = exact(inputs.values<float>("a")), r = exact(inputs.values<float>("r"));
  const auto q = exact(inputs.values<float>("q"));
  for (std::size_t j = column + 1; j < columns; ++j) {
    Bounded sum;
    for (std::size_t i = 0; i < rows; ++i) sum = multiply_add(q[i * columns + column], a[i * columns + j], sum);
    r[column * columns + j] = sum;
    for (std::size_t i = 0; i < rows; ++i) {
      Bounded& element = a[i * columns + j];
      element = element - q[i * columns + column] * sum;
    }
  }
  return {expected_from("a", a), expected_from("r", r)};
}

}  // namespace forewarp::kernels
