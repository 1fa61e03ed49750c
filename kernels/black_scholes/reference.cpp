// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"

namespace forewarp::kernels {
namespace {

Bounded number(double value) { return {value, 0}; }

/// The error function's slope is at most 2 / sqrt(pi), and erff is within 2 units in the last place. sqrt(1/2) is
/// rounded as in the kernel.
Bounded normal(Bounded x) {
  const Bounded scaled = x * number(0.70710678F);
  return number(0.5) + number(0.5) * off_by_ulps(std::erf(scaled.value), 1.1284 * scaled.error, 2);
}

}  // namespace

std::vector<Expected> black_scholes(const launch::Launch&, const Inputs& inputs) {
  const auto price = exact(inputs.values<float>("price")), strike = exact(inputs.values<float>("strike"));
  const auto years = exact(inputs.values<float>("years"));
  const Bounded rate = number(inputs.scalar("rate")), volatility = number(inputs.scalar("volatility"));
  std::vector<Bounded> call, put;
  for (std::size_t i = 0; i < price.size(); ++i) {
    const Bounded spread = volatility * square_root(years[i]);
    const Bounded drift = (rate + number(0.5) * volatility * volatility) * years[i];
    const Bounded d1 = (logarithm(price[i] / strike[i]) + drift) / spread, d2 = d1 - spread;
    const Bounded discounted = strike[i] * exponential(number(-1) * rate * years[i]);
    call.push_back(price[i] * normal(d1) - discounted * normal(d2));
    put.push_back(discounted * normal(number(-1) * d2) - price[i] * normal(number(-1) * d1));
  }
  return {expected_from("call", call), expected_from("put", put)};
}

}  // namespace forewarp::kernels
