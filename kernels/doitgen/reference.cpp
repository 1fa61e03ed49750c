// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> doitgen(const launch::Launch&, const Inputs& inputs) {
  const std::size_t np = inputs.parameter("np");
  const auto a = exact(inputs.values<float>("a")), c4 = exact(inputs.values<float>("c4"));
  std::vector<Bounded> sum(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t s = 0; s < np; ++s) sum[i] = multiply_add(a[i / np * np + s], c4[s * np + i % np], sum[i]);
  return {expected_from("sum", sum)};
}

}  // namespace forewarp::kernels
