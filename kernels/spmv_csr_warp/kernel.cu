// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// y = A x, A in compressed sparse rows, a warp a row: its lanes read neighbours and add up by shuffles. blockDim.x is
/// a multiple of 32. What spmv_csr may become where rows are long.
extern "C" __global__ void spmv_csr_warp(const int* __restrict__ offsets, const int* __restrict__ columns,
                                         const float* __restrict__ values, const float* __restrict__ x,
                                         float* __restrict__ y, int rows) {
  const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  if (row >= rows) return;
  const int end = offsets[row + 1];
  float sum = 0.0f;
  for (int e = offsets[row] + lane; e < end; e += 32) sum = fmaf(values[e], x[columns[e]], sum);
  for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
  if (lane == 0) y[row] = sum;
}
