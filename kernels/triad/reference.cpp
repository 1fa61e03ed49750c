// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> triad(const launch::Launch&, const Inputs& inputs) {
  const auto b = inputs.values<double>("b"), c = inputs.values<double>("c");
  const double s = inputs.scalar("s");
  Expected a{.buffer = "a", .value = {}, .bound = {}};
  for (std::size_t i = 0; i < b.size(); ++i) {
    a.value.push_back(b[i] + s * c[i]);
    a.bound.push_back(0x1p-51 * (std::abs(b[i]) + std::abs(s * c[i])));  // two roundings here, one or two there
  }
  return {a};
}

}  // namespace forewarp::kernels
