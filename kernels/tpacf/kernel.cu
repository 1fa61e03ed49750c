// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef BLOCK
#define BLOCK 128
#endif
#define BINS 16  // a power of 2
#define WARPS (BLOCK / 32)

__device__ float3 direction(const float* __restrict__ points, int i, int count) {
  const float x = points[i], y = points[count + i], z = points[2 * count + i];
  const float length = rsqrtf(x * x + y * y + z * z);
  return make_float3(x * length, y * length, z * length);
}

/// The two-point correlation of directions with themselves: how many pairs are pi 2^(-(b + 1) / 2) to pi 2^(-b / 2)
/// apart, or nearer in the last bin. A block sets its points, one a thread, against its own and all later tiles of
/// points in shared memory, so that the first blocks have the most to do. Cosines of the bins' edges are searched by
/// halving; each warp counts in a histogram of its own in shared memory.
extern "C" __global__ void __launch_bounds__(BLOCK)
    tpacf(const float* __restrict__ points, unsigned int* counts, int count) {
  __shared__ float edges[BINS];
  __shared__ float3 others[BLOCK];
  __shared__ unsigned int histogram[WARPS][BINS];
  const int thread = threadIdx.x, own = blockIdx.x * BLOCK + thread;
  for (int i = thread; i < BINS - 1; i += BLOCK) edges[i] = cospif(exp2f(-0.5f * (i + 1)));
  for (int i = thread; i < WARPS * BINS; i += BLOCK) histogram[i / BINS][i % BINS] = 0;
  const float3 at = own < count ? direction(points, own, count) : make_float3(0.0f, 0.0f, 0.0f);

  for (int tile = blockIdx.x; tile < gridDim.x; ++tile) {
    const int first = tile * BLOCK, there = min(BLOCK, count - first);
    __syncthreads();
    if (thread < there) others[thread] = direction(points, first + thread, count);
    __syncthreads();
    if (own >= count) continue;
    for (int i = tile == blockIdx.x ? thread + 1 : 0; i < there; ++i) {
      const float cosine = at.x * others[i].x + at.y * others[i].y + at.z * others[i].z;
      int bin = 0;
#pragma unroll
      for (int half = BINS / 2; half > 0; half /= 2)
        if (cosine >= edges[bin + half - 1]) bin += half;
      atomicAdd(&histogram[thread / 32][bin], 1u);
    }
  }
  __syncthreads();
  for (int bin = thread; bin < BINS; bin += BLOCK) {
    unsigned int sum = 0;
    for (int warp = 0; warp < WARPS; ++warp) sum += histogram[warp][bin];
    atomicAdd(&counts[bin], sum);
  }
}
