// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> strided_copy(const launch::Launch&, const Inputs& inputs) {
  const auto in = inputs.values<float>("in");
  const std::size_t stride = inputs.parameter("stride");
  Expected out{.buffer = "out", .value = std::vector<double>(in.size()), .bound = {}};
  for (std::size_t i = 0; i < in.size(); i += stride) out.value[i] = in[i];
  return {out};
}

}  // namespace forewarp::kernels
