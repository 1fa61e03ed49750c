// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> gramschmidt_project(const launch::Launch&, const Inputs& inputs) {
  const std::size_t columns = inputs.parameter("columns"), column = inputs.parameter("column");
  const auto a = exact(inputs.values<float>("a")), r = exact(inputs.values<float>("r"));
  std::vector<Bounded> q(a.size());
  for (std::size_t i = column; i < a.size(); i += columns) q[i] = a[i] / r[column * columns + column];
  return {expected_from("q", q)};
}

}  // namespace forewarp::kernels
