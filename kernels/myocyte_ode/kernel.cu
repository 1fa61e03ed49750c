// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
struct Cell {
  float v, m, h, n;
};

/// How far a gate opens in the end at a voltage: Boltzmann's curve.
__device__ float opening(float v, float half, float slope) { return 1.0f / (1.0f + expf((half - v) / slope)); }
/// The time that a gate takes, ms: a bell over a base.
__device__ float delay(float v, float centre, float width, float height, float base) {
  const float off = (v - centre) / width;
  return base + height * expf(-off * off);
}

/// What changes a ms, after Hodgkin and Huxley 1952 with the gates as Izhikevich 2007 fits them (table 2.1).
__device__ Cell slope_of(Cell c, float current, float hurry) {
  const float sodium = 120.0f * c.m * c.m * c.m * c.h * (c.v - 55.0f);
  const float potassium = 36.0f * c.n * c.n * c.n * c.n * (c.v + 77.0f);
  const float leak = 0.3f * (c.v + 54.4f);
  Cell slope;
  slope.v = current - sodium - potassium - leak;
  slope.m = hurry * (opening(c.v, -40.0f, 15.0f) - c.m) / delay(c.v, -38.0f, 30.0f, 0.46f, 0.04f);
  slope.h = hurry * (opening(c.v, -62.0f, -7.0f) - c.h) / delay(c.v, -67.0f, 20.0f, 7.4f, 1.2f);
  slope.n = hurry * (opening(c.v, -53.0f, 15.0f) - c.n) / delay(c.v, -79.0f, 50.0f, 4.7f, 1.1f);
  return slope;
}

__device__ Cell moved(Cell c, float by, Cell slope) {
  return {c.v + by * slope.v, c.m + by * slope.m, c.h + by * slope.h, c.n + by * slope.n};
}

/// Membrane voltage and gates of cells that do not touch, one a thread, forward by the classical method of Runge and
/// Kutta. Gates are three times as quick for every 10 degrees above 6.3.
extern "C" __global__ void myocyte_ode(const float* __restrict__ voltage, const float* __restrict__ gates,
                                       const float* __restrict__ temperature, float* __restrict__ after, float current,
                                       float step, int steps, int cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= cells) return;
  Cell cell = {voltage[i], gates[i], gates[cells + i], gates[2 * cells + i]};
  const float hurry = powf(3.0f, 0.1f * (temperature[i] - 6.3f));
  for (int done = 0; done < steps; ++done) {
    const Cell first = slope_of(cell, current, hurry);
    const Cell second = slope_of(moved(cell, 0.5f * step, first), current, hurry);
    const Cell third = slope_of(moved(cell, 0.5f * step, second), current, hurry);
    const Cell last = slope_of(moved(cell, step, third), current, hurry);
    const Cell inner = moved(second, 1.0f, third);
    cell = moved(moved(cell, step / 6.0f, moved(first, 2.0f, inner)), step / 6.0f, last);
  }
  after[i] = cell.v;
  after[cells + i] = cell.m;
  after[2 * cells + i] = cell.h;
  after[3 * cells + i] = cell.n;
}
