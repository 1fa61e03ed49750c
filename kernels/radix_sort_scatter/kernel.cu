// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define DIGITS 16
#define BLOCK 256
#define WARPS (BLOCK / 32)

/// Last pass of a radix sort: each key to the place that the scanned counts of its digit (the low 4 bits) say,
/// offsets[digit][block], and among the keys of its block in their order. A warp finds who has the same digit with four
/// votes; shared memory sums up over warps. n is a multiple of BLOCK.
extern "C" __global__ void radix_sort_scatter(const unsigned int* __restrict__ keys,
                                              const unsigned int* __restrict__ offsets,
                                              unsigned int* __restrict__ sorted, int n) {
  __shared__ unsigned int before[WARPS][DIGITS];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned int key = keys[blockIdx.x * BLOCK + threadIdx.x], digit = key & (DIGITS - 1);
  unsigned int same = 0xffffffffu;
  for (int bit = 0; bit < 4; ++bit) {
    const bool set = digit >> bit & 1;
    const unsigned int vote = __ballot_sync(0xffffffffu, set);
    same &= set ? vote : ~vote;
  }
  if (threadIdx.x < WARPS * DIGITS) before[threadIdx.x / DIGITS][threadIdx.x % DIGITS] = 0;
  __syncthreads();
  const unsigned int rank = __popc(same & ((1u << lane) - 1));
  if (rank == 0) before[warp][digit] = __popc(same);
  __syncthreads();
  if (threadIdx.x < DIGITS) {
    unsigned int sum = offsets[threadIdx.x * (n / BLOCK) + blockIdx.x];
    for (int w = 0; w < WARPS; ++w) {
      const unsigned int count = before[w][threadIdx.x];
      before[w][threadIdx.x] = sum;
      sum += count;
    }
  }
  __syncthreads();
  sorted[before[warp][digit] + rank] = key;
}
