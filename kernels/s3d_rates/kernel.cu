// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define SPECIES 8  // that react; nitrogen is there to be hit

enum Slot { H2, O2, O, OH, H2O, H, HO2, H2O2, ANY, NONE, SLOTS };

/// Arrhenius' rate exp(log_a + power ln T - heat / T); where there is a low one too (its log_a is not 0), that one
/// holds at no pressure and the first at infinite pressure, and log_centre is how low the curve between them lies.
struct Reaction {
  int from[3], to[3];
  float log_a, power, heat;
  float low_log_a, low_power, low_heat, log_centre;
};

/// Rates of production in a mixture of hydrogen, oxygen and what comes of them, one grid point a thread, as a direct
/// numerical simulation of a flame needs them. Reactions after Li et al. 2004, backwards by Gibbs energies with
/// enthalpies and entropies (over the gas constant) that do not depend on the temperature. Loops over the mechanism are
/// unrolled, so that it stands in the instructions, and everything of a point in registers.
extern "C" __global__ void s3d_rates(const float* __restrict__ temperature, const float* __restrict__ concentrations,
                                     float* __restrict__ rates, int points) {
  const Reaction mechanism[] = {
      {{H, O2, NONE}, {O, OH, NONE}, 35.805f, -0.406f, 8354.0f},
      {{O, H2, NONE}, {H, OH, NONE}, 10.836f, 2.67f, 3166.0f},
      {{H2, OH, NONE}, {H2O, H, NONE}, 19.191f, 1.51f, 1726.0f},
      {{O, H2O, NONE}, {OH, OH, NONE}, 14.904f, 2.02f, 6744.0f},
      {{H2, ANY, NONE}, {H, H, ANY}, 45.27f, -1.4f, 52526.0f},
      {{O, O, ANY}, {O2, ANY, NONE}, 36.358f, -0.5f, 0.0f},
      {{O, H, ANY}, {OH, ANY, NONE}, 42.997f, -1.0f, 0.0f},
      {{H, OH, ANY}, {H2O, ANY, NONE}, 51.992f, -2.0f, 0.0f},
      {{HO2, H, NONE}, {H2, O2, NONE}, 30.44f, 0.0f, 414.0f},
      {{HO2, H, NONE}, {OH, OH, NONE}, 31.891f, 0.0f, 148.0f},
      {{HO2, O, NONE}, {O2, OH, NONE}, 31.112f, 0.0f, 0.0f},
      {{HO2, OH, NONE}, {H2O, O2, NONE}, 30.995f, 0.0f, -250.0f},
      {{HO2, HO2, NONE}, {H2O2, O2, NONE}, 33.671f, 0.0f, 6030.0f},
      {{H2O2, H, NONE}, {H2O, OH, NONE}, 30.813f, 0.0f, 1998.0f},
      {{H2O2, H, NONE}, {HO2, H2, NONE}, 31.506f, 0.0f, 4001.0f},
      {{H2O2, O, NONE}, {OH, HO2, NONE}, 16.072f, 2.0f, 1998.0f},
      {{H2O2, OH, NONE}, {HO2, H2O, NONE}, 27.631f, 0.0f, 0.0f},
      {{H, O2, NONE}, {HO2, NONE, NONE}, 28.02f, 0.6f, 0.0f, 47.903f, -1.72f, 264.0f, -0.223f},
      {{H2O2, NONE, NONE}, {OH, OH, NONE}, 33.318f, 0.0f, 24370.0f, 39.328f, 0.0f, 22896.0f, -0.693f},
  };
  const float enthalpy[SPECIES] = {0.0f, 0.0f, 29970.0f, 4486.0f, -29084.0f, 26219.0f, 1510.0f, -16370.0f};
  const float entropy[SPECIES] = {15.7f, 24.7f, 19.4f, 22.1f, 22.7f, 13.8f, 27.5f, 27.9f};

  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= points) return;
  const float inverse = 1.0f / temperature[i], log_t = logf(temperature[i]);
  const float log_unit = logf(0.012187f * inverse);  // mol / cm^3 of a gas at one atmosphere
  float amount[SLOTS], gibbs[SLOTS], made[SLOTS];
  float any = concentrations[SPECIES * points + i];
#pragma unroll
  for (int s = 0; s < SPECIES; ++s) {
    amount[s] = concentrations[s * points + i];
    any += amount[s];
    gibbs[s] = enthalpy[s] * inverse - entropy[s] - log_unit;
    made[s] = 0.0f;
  }
  amount[ANY] = any;
  amount[NONE] = 1.0f;
  gibbs[ANY] = gibbs[NONE] = made[ANY] = made[NONE] = 0.0f;

#pragma unroll
  for (const Reaction& r : mechanism) {
    float rate = expf(r.log_a + r.power * log_t - r.heat * inverse);
    if (r.low_log_a != 0.0f) {
      const float reduced = any * expf(r.low_log_a + r.low_power * log_t - r.low_heat * inverse) / rate;
      const float decades = log10f(reduced);
      rate *= reduced / (1.0f + reduced) * expf(r.log_centre / (1.0f + decades * decades));
    }
    float change = 0.0f, forward = rate;
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      change += gibbs[r.to[k]] - gibbs[r.from[k]];
      forward *= amount[r.from[k]];
    }
    float backward = rate * expf(change);
#pragma unroll
    for (int k = 0; k < 3; ++k) backward *= amount[r.to[k]];
    const float net = forward - backward;
#pragma unroll
    for (int k = 0; k < 3; ++k) {
      made[r.from[k]] -= net;
      made[r.to[k]] += net;
    }
  }
#pragma unroll
  for (int s = 0; s < SPECIES; ++s) rates[s * points + i] = made[s];
}
