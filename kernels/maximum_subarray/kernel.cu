// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define BLOCK 128
#define RUN 32  // elements a thread takes at a time

/// The first, parallel phase of the maximum subarray problem: each thread has n / threads consecutive integers and
/// finds the largest sum of a subarray of them, of a prefix, of a suffix (empty ones count as 0), and their total. A
/// warp brings RUN elements of each of its threads to shared memory with coalesced loads; reading them, RUN apart, all
/// lanes meet in one bank.
extern "C" __global__ void maximum_subarray(const int* __restrict__ data, int* __restrict__ results, int each) {
  __shared__ int runs[BLOCK * RUN];
  const int lane = threadIdx.x % 32, first_of_warp = threadIdx.x - lane;
  const int thread = blockIdx.x * BLOCK + threadIdx.x;
  int best = 0, prefix = 0, suffix = 0, total = 0;
  for (int first = 0; first < each; first += RUN) {
    for (int owner = first_of_warp; owner < first_of_warp + 32; ++owner)
      runs[owner * RUN + lane] = data[(blockIdx.x * BLOCK + owner) * each + first + lane];
    __syncthreads();
    for (int i = 0; i < RUN; ++i) {
      const int value = runs[threadIdx.x * RUN + i];
      total += value;
      suffix = max(suffix + value, 0);
      prefix = max(prefix, total);
      best = max(best, suffix);
    }
    __syncthreads();
  }
  results[thread * 4] = best;
  results[thread * 4 + 1] = prefix;
  results[thread * 4 + 2] = suffix;
  results[thread * 4 + 3] = total;
}
