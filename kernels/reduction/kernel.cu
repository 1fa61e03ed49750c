// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define WARP 32

__device__ static float warp_sum(float value) {
#pragma unroll
  for (int offset = WARP / 2; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffffu, value, offset);
  return value;
}

/// partial[b] = sum of what block b meets in a grid-stride loop over in: within warps by shuffles, between warps
/// through shared memory. The block has a multiple of 32 threads.
extern "C" __global__ void reduction(const float* __restrict__ in, float* __restrict__ partial, int n) {
  __shared__ float of_warp[WARP];
  float sum = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) sum += in[i];
  const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
  sum = warp_sum(sum);
  if (lane == 0) of_warp[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = warp_sum(lane < blockDim.x / WARP ? of_warp[lane] : 0.0f);
    if (lane == 0) partial[blockIdx.x] = sum;
  }
}
