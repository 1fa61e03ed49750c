// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> vector_add(const launch::Launch&, const Inputs& inputs) {
  const auto a = inputs.values<float>("a"), b = inputs.values<float>("b");
  Expected c{.buffer = "c", .value = std::vector<double>(a.size()), .bound = {}};
  for (std::size_t i = 0; i < a.size(); ++i) c.value[i] = a[i] + b[i];  // one rounding, the same one
  return {c};
}

}  // namespace forewarp::kernels
