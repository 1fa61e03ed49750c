// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Adds up a and b over the block: shuffles in a warp, then one shared pair a warp. All threads get the sums.
__device__ __forceinline__ float2 block_sum(float2 value, float2* of_warp) {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int turn = 0; turn < 2; ++turn) {
    for (int away = 16; away > 0; away /= 2) {
      value.x += __shfl_xor_sync(0xffffffffu, value.x, away);
      value.y += __shfl_xor_sync(0xffffffffu, value.y, away);
    }
    if (turn == 1) break;
    if (lane == 0) of_warp[warp] = value;
    __syncthreads();
    value = lane < blockDim.x / 32 ? of_warp[lane] : make_float2(0.0f, 0.0f);
  }
  return value;
}

/// out = (x - mean) / sqrt(variance + 1e-5) weight + bias along each row, one row a block: sums of x and x^2 in one
/// pass, the result in a second.
extern "C" __global__ void layer_norm(const float* __restrict__ x, const float* __restrict__ weight,
                                      const float* __restrict__ bias, float* __restrict__ out, int columns) {
  __shared__ float2 of_warp[32];
  const size_t first = (size_t)blockIdx.x * columns;
  float2 sum = make_float2(0.0f, 0.0f);
  for (int j = threadIdx.x; j < columns; j += blockDim.x) {
    const float value = x[first + j];
    sum.x += value;
    sum.y = fmaf(value, value, sum.y);
  }
  sum = block_sum(sum, of_warp);
  const float mean = sum.x / columns;
  const float scale = rsqrtf(sum.y / columns - mean * mean + 1e-5f);
  for (int j = threadIdx.x; j < columns; j += blockDim.x)
    out[first + j] = fmaf((x[first + j] - mean) * scale, weight[j], bias[j]);
}
