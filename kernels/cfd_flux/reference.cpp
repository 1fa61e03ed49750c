// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"

namespace forewarp::kernels {
namespace {

using Vector = std::array<Bounded, 3>;

struct State {
  Bounded density, energy, pressure, sound;
  Vector momentum;
};

Bounded number(double value) { return {value, 0}; }
Bounded modulus(Bounded x) { return {std::abs(x.value), x.error}; }
Bounded dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

std::vector<State> states(const Inputs& inputs) {
  const auto density = exact(inputs.values<float>("density")), energy = exact(inputs.values<float>("energy"));
  const auto momentum = exact(inputs.values<float>("momentum"));
  std::vector<State> all(density.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    State& state = all[i];
    state = {density[i], energy[i], {}, {}, {}};
    for (std::size_t axis = 0; axis < 3; ++axis) state.momentum[axis] = momentum[axis * all.size() + i];
    const Bounded motion = number(0.5) * dot(state.momentum, state.momentum) / state.density;
    state.pressure = number(0.4F) * (state.energy - motion);
    state.sound = square_root(number(1.4F) * state.pressure / state.density);
  }
  return all;
}

using Flux = std::array<Bounded, 5>;

void press(const State& own, const Vector& normal, Flux& sum) {
  for (std::size_t axis = 0; axis < 3; ++axis) sum[1 + axis] = sum[1 + axis] - own.pressure * normal[axis];
}

void exchange(const State& own, const State& other, const Vector& normal, Flux& sum) {
  const Bounded area = square_root(dot(normal, normal)), half = number(0.5);
  const Bounded leaving = dot(own.momentum, normal) / own.density, coming = dot(other.momentum, normal) / other.density;
  const Bounded fastest = maximum(modulus(leaving) + own.sound * area, modulus(coming) + other.sound * area);
  const Bounded from = leaving + fastest, to = coming - fastest, pressure = own.pressure + other.pressure;
  sum[0] = sum[0] - half * (from * own.density + to * other.density);
  for (std::size_t axis = 0; axis < 3; ++axis)
    sum[1 + axis] =
        sum[1 + axis] - half * (from * own.momentum[axis] + to * other.momentum[axis] + pressure * normal[axis]);
  sum[4] = sum[4] - half * (from * own.energy + to * other.energy + leaving * own.pressure + coming * other.pressure);
}

}  // namespace

std::vector<Expected> cfd_flux(const launch::Launch&, const Inputs& inputs) {
  const std::size_t cells = inputs.parameter("cells");
  const std::vector<State> state = states(inputs);
  const auto neighbours = inputs.values<std::int32_t>("neighbours");
  const auto normals = exact(inputs.values<float>("normals"));
  std::vector<Bounded> flux(5 * cells);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    Flux sum;
    for (std::size_t i = cell; i < 4 * cells; i += cells) {
      const Vector normal{normals[i], normals[4 * cells + i], normals[8 * cells + i]};
      const std::int64_t beyond = static_cast<std::int64_t>(cell) + neighbours[i];
      if (beyond < 0 || beyond >= static_cast<std::int64_t>(cells))
        press(state[cell], normal, sum);
      else
        exchange(state[cell], state[static_cast<std::size_t>(beyond)], normal, sum);
    }
    for (std::size_t quantity = 0; quantity < 5; ++quantity) flux[quantity * cells + cell] = sum[quantity];
  }
  return {expected_from("flux", flux)};
}

}  // namespace forewarp::kernels
