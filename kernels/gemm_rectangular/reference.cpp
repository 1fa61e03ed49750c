// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> gemm_rectangular(const launch::Launch&, const Inputs& inputs) {
  const std::size_t ni = inputs.parameter("ni"), nj = inputs.parameter("nj"), nk = inputs.parameter("nk");
  const auto a = exact(inputs.values<float>("a")), b = exact(inputs.values<float>("b"));
  std::vector<Bounded> c(ni * nj);
  for (std::size_t i = 0; i < ni; ++i)
    for (std::size_t k = 0; k < nk; ++k)
      for (std::size_t j = 0; j < nj; ++j) c[i * nj + j] = multiply_add(a[i * nk + k], b[k * nj + j], c[i * nj + j]);
  return {expected_from("c", c)};
}

}  // namespace forewarp::kernels
