// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// A points x features matrix transposed so that a feature of all points lies together, one point a thread: a warp
/// writes whole lines and reads with a stride of a point, of which the caches hold what the next features need.
extern "C" __global__ void kmeans_swap_layout(const float* __restrict__ rows, float* __restrict__ columns, int points,
                                              int features) {
  const int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point >= points) return;
  for (int f = 0; f < features; ++f) columns[f * points + point] = rows[point * features + f];
}
