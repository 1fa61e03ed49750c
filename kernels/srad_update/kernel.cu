// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Second half of speckle-reducing anisotropic diffusion: each pixel by rate times the divergence, its differences with
/// the coefficients of the pixel itself (north, west) and of its southern and eastern neighbours; edges mirrored.
extern "C" __global__ void srad_update(float* __restrict__ image, const float* __restrict__ north,
                                       const float* __restrict__ south, const float* __restrict__ west,
                                       const float* __restrict__ east, const float* __restrict__ coefficient,
                                       float rate, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int i = y * width + x;
  const float here = coefficient[i], below = coefficient[y < height - 1 ? i + width : i];
  const float right = coefficient[x < width - 1 ? i + 1 : i];
  image[i] += rate * (here * north[i] + below * south[i] + here * west[i] + right * east[i]);
}
