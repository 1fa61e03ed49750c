// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Euclidean distance of n records (latitude, longitude) to one point, one record a thread: the first half of a search
/// for the nearest ones.
extern "C" __global__ void nearest_neighbour(const float2* __restrict__ records, float* __restrict__ distance,
                                             float latitude, float longitude, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float2 record = records[i];
  const float down = record.x - latitude, across = record.y - longitude;
  distance[i] = sqrtf(down * down + across * across);
}
