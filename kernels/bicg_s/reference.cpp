// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> bicg_s(const launch::Launch&, const Inputs& inputs) {
  const auto a = inputs.values<float>("a"), r = inputs.values<float>("r");
  const std::size_t columns = inputs.parameter("columns"), parts = inputs.parameter("PARTS");
  // A part's products one after another, then the parts.
  const double each = gamma(static_cast<double>((r.size() + parts - 1) / parts + parts - 1));
  Expected s{.buffer = "s", .value = std::vector<double>(columns), .bound = std::vector<double>(columns)};
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double product = double{a[i]} * r[i / columns];
    s.value[i % columns] += product;
    s.bound[i % columns] += each * std::abs(product);
  }
  return {s};
}

}  // namespace forewarp::kernels
