// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef BLOCK
#define BLOCK 256
#endif

/// Exclusive prefix sums of each run of 2 BLOCK integers, and the total of each run: a tree up, a tree down (Blelloch
/// 1990, "Prefix sums and their applications"), in shared memory.
extern "C" __global__ void scan(const int* __restrict__ in, int* __restrict__ out, int* __restrict__ totals) {
  __shared__ int tree[2 * BLOCK];
  const int t = threadIdx.x, first = blockIdx.x * 2 * BLOCK;
  tree[t] = in[first + t];
  tree[t + BLOCK] = in[first + t + BLOCK];
  int step = 1;
  for (int active = BLOCK; active > 0; active /= 2, step *= 2) {
    __syncthreads();
    if (t < active) tree[step * (2 * t + 2) - 1] += tree[step * (2 * t + 1) - 1];
  }
  __syncthreads();
  if (t == 0) {
    totals[blockIdx.x] = tree[2 * BLOCK - 1];
    tree[2 * BLOCK - 1] = 0;
  }
  for (int active = 1; active <= BLOCK; active *= 2) {
    step /= 2;
    __syncthreads();
    if (t < active) {
      const int left = step * (2 * t + 1) - 1, right = step * (2 * t + 2) - 1;
      const int before = tree[left], sum = tree[right];
      tree[left] = sum;
      tree[right] = sum + before;
    }
  }
  __syncthreads();
  out[first + t] = tree[t];
  out[first + t + BLOCK] = tree[t + BLOCK];
}
