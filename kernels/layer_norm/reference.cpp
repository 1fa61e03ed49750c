// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {
namespace {

/// A sum of which the kernel adds up the terms in another order, in so many steps.
struct Sum {
  double value = 0, moduli = 0;
  void add(double term) {
    value += term;
    moduli += std::abs(term);
  }
  [[nodiscard]] Bounded in_steps(double steps) const { return {value, gamma(steps) * moduli}; }
};

}  // namespace

std::vector<Expected> layer_norm(const launch::Launch& launch, const Inputs& inputs) {
  const std::size_t columns = inputs.parameter("columns");
  const auto x = exact(inputs.values<float>("x")), weight = exact(inputs.values<float>("weight"));
  const auto bias = exact(inputs.values<float>("bias"));
  // A thread's terms one after another, then two trees of five sums.
  const double steps = std::ceil(static_cast<double>(columns) / launch.block.x) + 10;
  const Bounded count{static_cast<double>(columns), 0}, epsilon{double{1e-5f}, 0};
  std::vector<Bounded> out;
  for (std::size_t first = 0; first < x.size(); first += columns) {
    Sum values, squares;
    for (std::size_t j = 0; j < columns; ++j) {
      values.add(x[first + j].value);
      squares.add(x[first + j].value * x[first + j].value);
    }
    const Bounded mean = values.in_steps(steps) / count;
    const Bounded scale = reciprocal_root(squares.in_steps(steps) / count - mean * mean + epsilon);
    for (std::size_t j = 0; j < columns; ++j)
      out.push_back(multiply_add((x[first + j] - mean) * scale, weight[j], bias[j]));
  }
  return {expected_from("out", out)};
}

}  // namespace forewarp::kernels
