// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

std::vector<Expected> jacobi1d(const launch::Launch&, const Inputs& inputs) {
  const auto in = exact(inputs.values<float>("in"));
  std::vector<Bounded> out(in.size());
  for (std::size_t i = 1; i + 1 < in.size(); ++i)
    out[i] = Bounded{double{1.0f / 3.0f}, 0} * (in[i - 1] + in[i] + in[i + 1]);
  return {expected_from("out", out)};
}

}  // namespace forewarp::kernels
