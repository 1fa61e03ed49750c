// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> embedding_gather(const launch::Launch&, const Inputs& inputs) {
  const auto table = inputs.values<float>("table");
  const std::size_t width = inputs.parameter("width");
  Expected out{.buffer = "out", .value = {}, .bound = {}};
  for (const std::int32_t token : inputs.values<std::int32_t>("tokens"))
    for (std::size_t j = 0; j < width; ++j) out.value.push_back(table[static_cast<std::size_t>(token) * width + j]);
  return {out};
}

}  // namespace forewarp::kernels
