// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One candidate centre of a stream of points: the squared distance of each point to it, whether that is less than what
/// the point costs where it is, and how much it would save, one point a thread. The candidate's features are read by
/// all threads alike.
extern "C" __global__ void streamcluster_gain(const float* __restrict__ values, const float* __restrict__ candidate,
                                              const float* __restrict__ cost, unsigned char* __restrict__ moves,
                                              float* __restrict__ saved, int points, int features) {
  const int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= points) return;
  float distance = 0.0f;
  for (int f = 0; f < features; ++f) {
    const float off = values[f * points + point] - candidate[f];
    distance = fmaf(off, off, distance);
  }
  const float gain = cost[point] - distance;
  moves[point] = gain > 0.0f;
  saved[point] = fmaxf(gain, 0.0f);
}
