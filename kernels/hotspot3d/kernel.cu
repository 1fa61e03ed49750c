// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One step of the temperature of a stacked chip: what flows from the four neighbours in the layer (rate aside) and the
/// two in the layers above and below (down), heating power, and a leak to the ambient at rate down / 16; edges are
/// mirrored. A thread walks down through the layers and keeps three temperatures in registers.
extern "C" __global__ void hotspot3d(const float* __restrict__ power, const float* __restrict__ in,
                                     float* __restrict__ out, float aside, float down, float ambient, float heating,
                                     int nx, int ny, int layers) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nx || y >= ny) return;
  const int west = x > 0 ? -1 : 0, east = x < nx - 1 ? 1 : 0, north = y > 0 ? -nx : 0, south = y < ny - 1 ? nx : 0;
  int i = y * nx + x;
  float here = in[i], above = here;
  for (int layer = 0; layer < layers; ++layer, i += nx * ny) {
    const float below = layer < layers - 1 ? in[i + nx * ny] : here;
    const float flow = in[i + west] + in[i + east] + in[i + north] + in[i + south] - 4.0f * here;
    const float across = above + below - 2.0f * here;
    out[i] = here + aside * flow + down * across + heating * power[i] + down * 0.0625f * (ambient - here);
    above = here;
    here = below;
  }
}
