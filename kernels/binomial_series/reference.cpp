// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/references.hpp"

namespace forewarp::kernels {

std::vector<Expected> binomial_series(const launch::Launch&, const Inputs& inputs) {
  const auto x = inputs.values<float>("x");
  const double exponent = inputs.scalar("exponent");
  const auto terms = static_cast<int>(inputs.scalar("terms"));
  Expected out{.buffer = "sums", .value = std::vector<double>(x.size()), .bound = std::vector<double>(x.size())};
  // Each term has four roundings more than the one before it, and a division that OpenCL lets be off by 2.5 units in
  // the last place; then come as many sums as terms. Terms below the normal numbers lose at most the smallest of all.
  for (std::size_t i = 0; i < x.size(); ++i) {
    double term = 1, sum = 1, moduli = 1, bound = 0;
    for (int k = 0; k < terms; ++k) {
      term *= double{x[i]} * (exponent - k) / (k + 1);
      sum += term;
      moduli += std::abs(term);
      bound += gamma(9.0 * (k + 1)) * std::abs(term) + 0x1p-126;
    }
    out.value[i] = sum;
    out.bound[i] = bound + gamma(terms + 1.0) * moduli;
  }
  return {out};
}

}  // namespace forewarp::kernels
