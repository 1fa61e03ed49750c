// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "kernels/references.hpp"
#include "kernels/running_error.hpp"

namespace forewarp::kernels {

/// No distance of the filled positions is so near the cut-off or the core that single precision would decide otherwise.
std::vector<Expected> md_lennard_jones(const launch::Launch&, const Inputs& inputs) {
  const auto position = exact(inputs.values<float>("position"));
  const auto list = inputs.values<std::int32_t>("list");
  const std::size_t atoms = inputs.parameter("atoms");
  std::vector<Bounded> force(position.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::size_t own = i % atoms, other = static_cast<std::size_t>(list[i]);
    std::array<Bounded, 3> off;
    Bounded squared;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      off[axis] = position[4 * own + axis] - position[4 * other + axis];
      squared = off[axis] * off[axis] + squared;
    }
    if (squared.value >= inputs.scalar("cutoff") || squared.value <= 0.0625) continue;
    const Bounded inverse = Bounded{1, 0} / squared, sixth = inverse * inverse * inverse;
    const Bounded strength = inverse * sixth * (Bounded{1.5, 0} * sixth - Bounded{2, 0});
    for (std::size_t axis = 0; axis < 3; ++axis)
      force[4 * own + axis] = multiply_add(off[axis], strength, force[4 * own + axis]);
  }
  return {expected_from("force", force)};
}

}  // namespace forewarp::kernels
