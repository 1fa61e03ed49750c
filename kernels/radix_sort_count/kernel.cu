// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define DIGITS 16

/// First pass of a radix sort: block b counts the digits (4 bits from shift on) of its part of the keys, which is one
/// of equal parts that lie one after another. counts[digit][b], as the scan that follows wants it. Each lane counts in
/// a column of its own, which is a bank of its own, so that only warps meet; the columns are added up at the end.
extern "C" __global__ void radix_sort_count(const unsigned int* __restrict__ keys, unsigned int* __restrict__ counts,
                                            int n, int shift) {
  __shared__ unsigned int own[DIGITS][32];
  for (int i = threadIdx.x; i < DIGITS * 32; i += blockDim.x) own[i / 32][i % 32] = 0;
  __syncthreads();
  const int part = (n + gridDim.x - 1) / gridDim.x;
  const int end = min(n, static_cast<int>(blockIdx.x + 1) * part);
  for (int i = blockIdx.x * part + threadIdx.x; i < end; i += blockDim.x)
    atomicAdd(&own[keys[i] >> shift & (DIGITS - 1)][threadIdx.x % 32], 1u);
  __syncthreads();
  if (threadIdx.x >= DIGITS) return;
  unsigned int sum = 0;
  for (int lane = 0; lane < 32; ++lane) sum += own[threadIdx.x][(lane + threadIdx.x) % 32];
  counts[threadIdx.x * gridDim.x + blockIdx.x] = sum;
}
