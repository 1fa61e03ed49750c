// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "kernels/elementary_error.hpp"
#include "kernels/references.hpp"

namespace forewarp::kernels {
namespace {

enum Slot : std::size_t { H2, O2, O, OH, H2O, H, HO2, H2O2, ANY, NONE, SLOTS };
constexpr std::size_t species = 8;

struct Reaction {
  std::array<std::size_t, 3> from, to;
  float log_a, power, heat;
  float low_log_a = 0, low_power = 0, low_heat = 0, log_centre = 0;
};

constexpr Reaction mechanism[] = {
    {{H, O2, NONE}, {O, OH, NONE}, 35.805F, -0.406F, 8354.0F},
    {{O, H2, NONE}, {H, OH, NONE}, 10.836F, 2.67F, 3166.0F},
    {{H2, OH, NONE}, {H2O, H, NONE}, 19.191F, 1.51F, 1726.0F},
    {{O, H2O, NONE}, {OH, OH, NONE}, 14.904F, 2.02F, 6744.0F},
    {{H2, ANY, NONE}, {H, H, ANY}, 45.27F, -1.4F, 52526.0F},
    {{O, O, ANY}, {O2, ANY, NONE}, 36.358F, -0.5F, 0.0F},
    {{O, H, ANY}, {OH, ANY, NONE}, 42.997F, -1.0F, 0.0F},
    {{H, OH, ANY}, {H2O, ANY, NONE}, 51.992F, -2.0F, 0.0F},
    {{HO2, H, NONE}, {H2, O2, NONE}, 30.44F, 0.0F, 414.0F},
    {{HO2, H, NONE}, {OH, OH, NONE}, 31.891F, 0.0F, 148.0F},
    {{HO2, O, NONE}, {O2, OH, NONE}, 31.112F, 0.0F, 0.0F},
    {{HO2, OH, NONE}, {H2O, O2, NONE}, 30.995F, 0.0F, -250.0F},
    {{HO2, HO2, NONE}, {H2O2, O2, NONE}, 33.671F, 0.0F, 6030.0F},
    {{H2O2, H, NONE}, {H2O, OH, NONE}, 30.813F, 0.0F, 1998.0F},
    {{H2O2, H, NONE}, {HO2, H2, NONE}, 31.506F, 0.0F, 4001.0F},
    {{H2O2, O, NONE}, {OH, HO2, NONE}, 16.072F, 2.0F, 1998.0F},
    {{H2O2, OH, NONE}, {HO2, H2O, NONE}, 27.631F, 0.0F, 0.0F},
    {{H, O2, NONE}, {HO2, NONE, NONE}, 28.02F, 0.6F, 0.0F, 47.903F, -1.72F, 264.0F, -0.223F},
    {{H2O2, NONE, NONE}, {OH, OH, NONE}, 33.318F, 0.0F, 24370.0F, 39.328F, 0.0F, 22896.0F, -0.693F},
};
constexpr float enthalpy[species] = {0.0F, 0.0F, 29970.0F, 4486.0F, -29084.0F, 26219.0F, 1510.0F, -16370.0F};
constexpr float entropy[species] = {15.7F, 24.7F, 19.4F, 22.1F, 22.7F, 13.8F, 27.5F, 27.9F};

using Slots = std::array<Bounded, SLOTS>;

struct Climate {
  Bounded inverse, log_t;
};

Bounded number(double value) { return {value, 0}; }

Bounded arrhenius(float log_a, float power, float heat, const Climate& at) {
  return exponential(number(log_a) + number(power) * at.log_t - number(heat) * at.inverse);
}

Bounded forward_rate(const Reaction& r, const Climate& at, Bounded any) {
  const Bounded rate = arrhenius(r.log_a, r.power, r.heat, at), one = number(1);
  if (r.low_log_a == 0) return rate;
  const Bounded reduced = any * arrhenius(r.low_log_a, r.low_power, r.low_heat, at) / rate;
  // log10f is within 2 units in the last place.
  const Bounded natural = logarithm(reduced, 0);
  const Bounded decades = off_by_ulps(std::log10(reduced.value), natural.error / std::log(10), 2);
  return rate * (reduced / (one + reduced) * exponential(number(r.log_centre) / (one + decades * decades)));
}

void react(const Reaction& r, const Climate& at, const Slots& amount, const Slots& gibbs, Slots& made) {
  const Bounded rate = forward_rate(r, at, amount[ANY]);
  Bounded change, forward = rate;
  for (std::size_t k = 0; k < 3; ++k) {
    change = change + (gibbs[r.to[k]] - gibbs[r.from[k]]);
    forward = forward * amount[r.from[k]];
  }
  Bounded backward = rate * exponential(change);
  for (const std::size_t slot : r.to) backward = backward * amount[slot];
  for (std::size_t k = 0; k < 3; ++k) {
    made[r.from[k]] = made[r.from[k]] - (forward - backward);
    made[r.to[k]] = made[r.to[k]] + (forward - backward);
  }
}

}  // namespace

std::vector<Expected> s3d_rates(const launch::Launch&, const Inputs& inputs) {
  const auto temperature = exact(inputs.values<float>("temperature"));
  const auto concentrations = exact(inputs.values<float>("concentrations"));
  const std::size_t points = temperature.size();
  std::vector<Bounded> rates(species * points);
  for (std::size_t i = 0; i < points; ++i) {
    const Climate at{number(1) / temperature[i], logarithm(temperature[i])};
    const Bounded log_unit = logarithm(number(0.012187F) * at.inverse);
    Slots amount, gibbs, made;
    amount[NONE] = number(1);
    amount[ANY] = concentrations[species * points + i];
    for (std::size_t s = 0; s < species; ++s) {
      amount[s] = concentrations[s * points + i];
      amount[ANY] = amount[ANY] + amount[s];
      gibbs[s] = number(enthalpy[s]) * at.inverse - number(entropy[s]) - log_unit;
    }
    for (const Reaction& reaction : mechanism) react(reaction, at, amount, gibbs, made);
    for (std::size_t s = 0; s < species; ++s) rates[s * points + i] = made[s];
  }
  return {expected_from("rates", rates)};
}

}  // namespace forewarp::kernels
