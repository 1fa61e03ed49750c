// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"

namespace forewarp::kernels {
namespace {

Bounded number(double value) { return {value, 0}; }

/// At the cut-off the term is 0 twice over, so that a point counted on the wrong side of it is within the bound.
Bounded term(const Bounded* atom, const double (&cell)[3], const double (&point)[3]) {
  Bounded squared;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Bounded off = atom[axis] + number(cell[axis]) - number(point[axis]);
    squared = off * off + squared;
  }
  if (squared.value >= 1) return {};
  const Bounded left = number(1) - squared;
  return atom[3] * reciprocal_root(squared) * left * left;
}

}  // namespace

std::vector<Expected> cutcp(const launch::Launch&, const Inputs& inputs) {
  const auto cells = static_cast<int>(inputs.parameter("cells")), side = 8 * cells;
  const auto atoms = exact(inputs.values<float>("atoms"));
  std::vector<Bounded> potential;
  for (int i = 0; i < side * side * side; ++i) {
    const int at[3] = {i % side, i / side % side, i / side / side};
    double point[3];
    for (std::size_t axis = 0; axis < 3; ++axis) point[axis] = (at[axis] % 8 + 0.5) / 8;
    Bounded sum;
    for (int cell = 0; cell < cells * cells * cells; ++cell) {
      const double off[3] = {1.0 * (cell % cells - at[0] / 8), 1.0 * (cell / cells % cells - at[1] / 8),
                             1.0 * (cell / cells / cells - at[2] / 8)};
      if (std::abs(off[0]) > 1 || std::abs(off[1]) > 1 || std::abs(off[2]) > 1) continue;
      for (std::size_t a = 0; a < 8; ++a)
        sum = sum + term(&atoms[(static_cast<std::size_t>(cell) * 8 + a) * 4], off, point);
    }
    potential.push_back(sum);
  }
  return {expected_from("potential", potential)};
}

}  // namespace forewarp::kernels
