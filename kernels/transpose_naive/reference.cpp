// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> transpose(const launch::Launch&, const Inputs& inputs) {
  const std::size_t n = inputs.parameter("n");
  const auto in = inputs.values<float>("in");
  Expected out{.buffer = "out", .value = std::vector<double>(n * n), .bound = {}};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) out.value[j * n + i] = in[i * n + j];
  return {out};
}

}  // namespace forewarp::kernels
