// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/references.hpp"

namespace forewarp::kernels {

/// What is struck out: odd numbers with an odd divisor of at most 2 divisors + 1 and at most their root.
std::vector<Expected> prime_sieve_mark(const launch::Launch&, const Inputs& inputs) {
  const std::size_t n = inputs.parameter("n"), largest = 2 * inputs.parameter("divisors") + 1;
  Expected composite{.buffer = "composite", .value = std::vector<double>(n), .bound = {}};
  for (std::size_t m = 9; m < n; m += 2)
    for (std::size_t d = 3; d <= largest && d * d <= m && composite.value[m] == 0; d += 2)
      if (m % d == 0) composite.value[m] = 1;
  return {composite};
}

}  // namespace forewarp::kernels
