// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {
namespace {

/// __sinf is within 2^-21.41 of the sine from -pi to pi, ex2.approx within 2 units in the last place.
Bounded step(Bounded x) {
  const Bounded sine{std::sin(x.value), x.error + 0x1p-21};
  const double power = std::exp2(sine.value);
  return Bounded{2, 0} * reciprocal_root(off_by_ulps(power, power * std::expm1(std::log(2) * sine.error), 2));
}

}  // namespace

std::vector<Expected> peak_special(const launch::Launch& launch, const Inputs& inputs) {
  std::vector<Bounded> ends;  // by where a chain starts
  for (std::size_t start = 0; start < 64 + 4; ++start) {
    Bounded x{0.03125 * static_cast<double>(start), 0};
    for (std::size_t i = 0; i < inputs.parameter("iterations"); ++i) x = step(x);
    ends.push_back(x);
  }
  std::vector<Bounded> out;
  for (std::size_t i = 0; i < launch.grid.count() * launch.block.count(); ++i) {
    const Bounded* chain = &ends[i % 64];
    out.push_back((chain[0] + chain[1]) + (chain[2] + chain[3]));
  }
  return {expected_from("out", out)};
}

}  // namespace forewarp::kernels
