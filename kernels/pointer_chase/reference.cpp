// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> pointer_chase(const launch::Launch&, const Inputs& inputs) {
  const auto next = inputs.values<std::uint32_t>("next");
  const std::size_t threads = inputs.parameter("threads");
  Expected out{.buffer = "out", .value = {}, .bound = {}};
  for (std::size_t thread = 0; thread < threads; ++thread) {
    auto at = static_cast<std::uint32_t>(thread * (next.size() / threads));
    for (std::size_t hop = 0; hop < inputs.parameter("hops"); ++hop) at = next[at];
    out.value.push_back(at);
  }
  return {out};
}

}  // namespace forewarp::kernels
