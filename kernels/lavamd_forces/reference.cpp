// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"

namespace forewarp::kernels {
namespace {

Bounded number(double value) { return {value, 0}; }

/// Adds the potential of another particle and its force without the factor 2 sharpness. `box`: from home to its box.
void feel(const Bounded* own, const Bounded* other, const int (&box)[3], Bounded sharpness, Bounded* sum) {
  std::array<Bounded, 3> off;
  Bounded squared;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    off[axis] = own[axis] - (other[axis] + number(box[axis]));
    squared = off[axis] * off[axis] + squared;
  }
  const Bounded part = other[3] * exponential(number(-1) * sharpness * squared);
  sum[0] = sum[0] + part;
  for (std::size_t axis = 0; axis < 3; ++axis) sum[1 + axis] = multiply_add(part, off[axis], sum[1 + axis]);
}

}  // namespace

std::vector<Expected> lavamd_forces(const launch::Launch&, const Inputs& inputs) {
  const auto boxes = static_cast<int>(inputs.parameter("boxes")), all = boxes * boxes * boxes;
  const std::size_t count = inputs.parameter("particles");
  const Bounded sharpness = number(inputs.scalar("sharpness"));
  const auto particles = exact(inputs.values<float>("particles"));
  std::vector<Bounded> result(particles.size());
  for (std::size_t i = 0; i < particles.size(); i += 4) {
    const int home = static_cast<int>(i / 4 / count);
    for (int box = 0; box < all; ++box) {
      const int off[3] = {box % boxes - home % boxes, box / boxes % boxes - home / boxes % boxes,
                          box / boxes / boxes - home / boxes / boxes};
      if (std::abs(off[0]) > 1 || std::abs(off[1]) > 1 || std::abs(off[2]) > 1) continue;
      for (std::size_t other = 0; other < count; ++other)
        feel(&particles[i], &particles[4 * (static_cast<std::size_t>(box) * count + other)], off, sharpness,
             &result[i]);
    }
    for (std::size_t axis = 1; axis < 4; ++axis) result[i + axis] = number(2) * sharpness * result[i + axis];
  }
  return {expected_from("result", result)};
}

}  // namespace forewarp::kernels
