// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"

namespace forewarp::kernels {
namespace {

using Cell = std::array<Bounded, 4>;  // voltage, m, h, n

struct Gate {
  float half, slope, centre, width, height, base;
};
constexpr Gate gate[] = {{-40.0F, 15.0F, -38.0F, 30.0F, 0.46F, 0.04F},
                         {-62.0F, -7.0F, -67.0F, 20.0F, 7.4F, 1.2F},
                         {-53.0F, 15.0F, -79.0F, 50.0F, 4.7F, 1.1F}};

Bounded number(double value) { return {value, 0}; }

Cell slope_of(const Cell& c, Bounded current, Bounded hurry) {
  const auto& [v, m, h, n] = c;
  const Bounded sodium = number(120) * m * m * m * h * (v - number(55));
  const Bounded potassium = number(36) * n * n * n * n * (v + number(77));
  Cell slope{current - sodium - potassium - number(0.3F) * (v + number(54.4F))};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& [half, steepness, centre, width, height, base] = gate[i];
    const Bounded raised = exponential((number(half) - v) / number(steepness));
    const Bounded opening = number(1) / (number(1) + raised), off = (v - number(centre)) / number(width);
    const Bounded delay = number(base) + number(height) * exponential(number(-1) * off * off);
    slope[i + 1] = hurry * (opening - c[i + 1]) / delay;
  }
  return slope;
}

Cell moved(const Cell& c, Bounded by, const Cell& slope) {
  Cell to;
  for (std::size_t i = 0; i < 4; ++i) to[i] = multiply_add(by, slope[i], c[i]);
  return to;
}

Cell stepped(const Cell& cell, Bounded step, Bounded current, Bounded hurry) {
  const Bounded half = number(0.5) * step, sixth = step / number(6);
  const Cell first = slope_of(cell, current, hurry), second = slope_of(moved(cell, half, first), current, hurry);
  const Cell third = slope_of(moved(cell, half, second), current, hurry);
  const Cell last = slope_of(moved(cell, step, third), current, hurry);
  const Cell inner = moved(second, number(1), third);
  return moved(moved(cell, sixth, moved(first, number(2), inner)), sixth, last);
}

}  // namespace

/// powf is within 4 units in the last place.
std::vector<Expected> myocyte_ode(const launch::Launch&, const Inputs& inputs) {
  const auto voltage = exact(inputs.values<float>("voltage")), gates = exact(inputs.values<float>("gates"));
  const auto temperature = exact(inputs.values<float>("temperature"));
  const Bounded current = number(inputs.scalar("current")), step = number(inputs.scalar("step"));
  const std::size_t cells = voltage.size(), steps = inputs.parameter("steps");
  std::vector<Bounded> after(4 * cells);
  for (std::size_t i = 0; i < cells; ++i) {
    Cell cell{voltage[i], gates[i], gates[cells + i], gates[2 * cells + i]};
    const Bounded power = number(0.1F) * (temperature[i] - number(6.3F));
    const double hurry = std::pow(3, power.value);
    const Bounded rate = off_by_ulps(hurry, hurry * std::expm1(std::log(3) * power.error), 4);
    for (std::size_t done = 0; done < steps; ++done) cell = stepped(cell, step, current, rate);
    for (std::size_t quantity = 0; quantity < 4; ++quantity) after[quantity * cells + i] = cell[quantity];
  }
  return {expected_from("after", after)};
}

}  // namespace forewarp::kernels
