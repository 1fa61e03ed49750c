// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "forewarp/frontend/launch/element.hpp"
#include "kernels/references.hpp"

namespace forewarp::kernels {
namespace {

std::vector<double> halves(const Inputs& inputs, std::string_view buffer) {
  std::vector<double> values;
  for (const std::uint16_t bits : inputs.values<std::uint16_t>(buffer))
    values.push_back(launch::decode(bits, ptx::Type::f16));
  return values;
}

}  // namespace

std::vector<Expected> gemm_f16_mma(const launch::Launch&, const Inputs& inputs) {
  const std::size_t m = inputs.parameter("m"), n = inputs.parameter("n"), k = inputs.parameter("k");
  const auto a = halves(inputs, "a"), b = halves(inputs, "b");
  // Products of halves are exact in single precision; tensor cores may cut sums off instead of rounding them.
  const double each = gamma(2 * static_cast<double>(k));
  Expected c{.buffer = "c", .value = std::vector<double>(m * n), .bound = std::vector<double>(m * n)};
  for (std::size_t i = 0; i < m * n; ++i)
    for (std::size_t j = 0; j < k; ++j) {
      const double product = a[i / n * k + j] * b[i % n * k + j];
      c.value[i] += product;
      c.bound[i] += each * std::abs(product);
    }
  return {c};
}

}  // namespace forewarp::kernels
