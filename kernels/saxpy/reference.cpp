// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> saxpy(const launch::Launch&, const Inputs& inputs) {
  const auto x = inputs.values<float>("x"), y = inputs.values<float>("y");
  const auto a = static_cast<float>(inputs.scalar("a"));
  Expected out{.buffer = "y", .value = std::vector<double>(x.size()), .bound = {}};
  for (std::size_t i = 0; i < x.size(); ++i) out.value[i] = std::fma(a, x[i], y[i]);
  return {out};
}

}  // namespace forewarp::kernels
