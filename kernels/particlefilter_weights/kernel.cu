// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define WIDTH 1024
#define RADIUS 4

/// Weights of a particle filter that follows a bright disc (228) on a dark ground (100): each particle's weight times
/// exp of the mean log-likelihood ratio of the pixels around it, ((I - 100)^2 - (I - 228)^2) / 8192 = (I - 164) / 32,
/// one particle a thread. The pixels are bytes, their sum is an integer.
extern "C" __global__ void particlefilter_weights(const unsigned char* __restrict__ image, const int* __restrict__ x,
                                                  const int* __restrict__ y, float* __restrict__ weight,
                                                  int particles) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= particles) return;
  const unsigned char* centre = image + y[i] * WIDTH + x[i];
  int sum = 0, pixels = 0;
  for (int down = -RADIUS; down <= RADIUS; ++down)
    for (int right = -RADIUS; right <= RADIUS; ++right)
      if (down * down + right * right <= RADIUS * RADIUS) {
        sum += centre[down * WIDTH + right] - 164;
        ++pixels;
      }
  weight[i] *= expf(static_cast<float>(sum) / static_cast<float>(32 * pixels));
}
