// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>
#include <numbers>

#include "kernels/references.hpp"

namespace forewarp::kernels {
namespace {

constexpr std::size_t points = 256;

std::complex<double> root(std::size_t power) {
  return std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(power % points) / points);
}

}  // namespace

/// By the definition. On its way to an output each part of an input passes four stages: in three of them a twiddle
/// factor (off by 2 units in the last place, 4 roundings), a product and a sum, in all of them two more sums, which is
/// 3 * 6 + 4 * 2 = 26 roundings. The moduli of a product's four parts are at most sqrt(2) times the moduli of the parts
/// that came in, so that they are at most 2^(3/2) times the sum over the inputs.
std::vector<Expected> fft_radix4(const launch::Launch&, const Inputs& inputs) {
  const auto input = inputs.values<float>("input");
  std::vector<std::complex<double>> roots;
  for (std::size_t power = 0; power < points; ++power) roots.push_back(root(power));
  Expected spectrum{.buffer = "spectrum", .value = {}, .bound = {}};
  for (std::size_t first = 0; first < input.size(); first += 2 * points) {
    double moduli = 0;
    for (std::size_t i = first; i < first + 2 * points; ++i) moduli += std::abs(input[i]);
    for (std::size_t k = 0; k < points; ++k) {
      std::complex<double> sum;
      for (std::size_t j = 0; j < points; ++j)
        sum += std::complex<double>(input[first + 2 * j], input[first + 2 * j + 1]) * roots[j * k % points];
      spectrum.value.insert(spectrum.value.end(), {sum.real(), sum.imag()});
      spectrum.bound.insert(spectrum.bound.end(), 2, std::pow(2, 1.5) * gamma(26) * moduli);
    }
  }
  return {spectrum};
}

}  // namespace forewarp::kernels
