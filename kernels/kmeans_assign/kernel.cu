// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The nearest centre of each point by squared distance (the first of equals), one point a thread: the first half of a
/// step of k-means. A feature of all points lies together, so that a warp reads whole lines; the centres are read by
/// all threads alike.
extern "C" __global__ void kmeans_assign(const float* __restrict__ values, const float* __restrict__ centre,
                                         int* __restrict__ nearest, int points, int features, int centres) {
  const int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= points) return;
  float least = 3.0e38f;
  int best = 0;
  for (int c = 0; c < centres; ++c) {
    float distance = 0.0f;
    for (int f = 0; f < features; ++f) {
      const float off = values[f * points + point] - centre[c * features + f];
      distance = fmaf(off, off, distance);
    }
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
  nearest[point] = best;
}
