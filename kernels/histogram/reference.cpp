// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> histogram(const launch::Launch&, const Inputs& inputs) {
  Expected bins{.buffer = "bins", .value = std::vector<double>(256), .bound = {}};
  for (const std::byte value : inputs.bytes_of("data")) bins.value[std::to_integer<std::size_t>(value)] += 1;
  return {bins};
}

}  // namespace forewarp::kernels
