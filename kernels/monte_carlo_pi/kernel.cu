// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// How many of draws points a thread of the square [0, 2^15)^2 lie in the circle around its corner. The coordinates are
/// the halves of a hash of a counter, so that nothing is read; the threads of a block add up in shared memory.
extern "C" __global__ void monte_carlo_pi(unsigned int* hits, int draws, unsigned int seed) {
  __shared__ unsigned int own;
  if (threadIdx.x == 0) own = 0;
  __syncthreads();
  const unsigned int first = (blockIdx.x * blockDim.x + threadIdx.x) * draws;
  unsigned int inside = 0;
  for (int i = 0; i < draws; ++i) {
    unsigned int h = (first + i) ^ seed;
    h = (h ^ (h >> 16)) * 0x7feb352du;
    h = (h ^ (h >> 15)) * 0x846ca68bu;
    h ^= h >> 16;
    const unsigned int x = h & 0x7fffu, y = h >> 17;
    inside += x * x + y * y < 1u << 30;
  }
  atomicAdd(&own, inside);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(hits, own);
}
