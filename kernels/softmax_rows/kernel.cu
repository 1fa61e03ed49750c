// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
__device__ __forceinline__ float warp_maximum(float value) {
  for (int away = 16; away > 0; away /= 2) value = fmaxf(value, __shfl_xor_sync(0xffffffffu, value, away));
  return value;
}

__device__ __forceinline__ float warp_sum(float value) {
  for (int away = 16; away > 0; away /= 2) value += __shfl_xor_sync(0xffffffffu, value, away);
  return value;
}

/// out[i][j] = exp(x[i][j] - m) / sum_j exp(x[i][j] - m), m the largest of row i: one row a block, which reads it
/// three times. Warps combine by shuffles, the block through one shared value a warp.
extern "C" __global__ void softmax_rows(const float* __restrict__ x, float* __restrict__ out, int columns) {
  __shared__ float of_warp[32];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = blockDim.x / 32;
  const float* row = x + (size_t)blockIdx.x * columns;

  float most = -INFINITY;
  for (int j = threadIdx.x; j < columns; j += blockDim.x) most = fmaxf(most, row[j]);
  most = warp_maximum(most);
  if (lane == 0) of_warp[warp] = most;
  __syncthreads();
  most = warp_maximum(lane < warps ? of_warp[lane] : -INFINITY);
  __syncthreads();

  float sum = 0.0f;
  for (int j = threadIdx.x; j < columns; j += blockDim.x) sum += expf(row[j] - most);
  sum = warp_sum(sum);
  if (lane == 0) of_warp[warp] = sum;
  __syncthreads();
  const float scale = 1.0f / warp_sum(lane < warps ? of_warp[lane] : 0.0f);

  for (int j = threadIdx.x; j < columns; j += blockDim.x)
    out[(size_t)blockIdx.x * columns + j] = expf(row[j] - most) * scale;
}
