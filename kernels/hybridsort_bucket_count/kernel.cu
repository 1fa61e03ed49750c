// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define BUCKETS 1024

/// First pass of a bucket sort of values in [0, 1): which of BUCKETS equal intervals each lies in, and how many lie in
/// each, counted atomically in a block's shared memory and then added to the global counts.
extern "C" __global__ void hybridsort_bucket_count(const float* __restrict__ values,
                                                   unsigned short* __restrict__ bucket,
                                                   unsigned int* __restrict__ counts, int n) {
  __shared__ unsigned int own[BUCKETS];
  for (int b = threadIdx.x; b < BUCKETS; b += blockDim.x) own[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    const int b = static_cast<int>(values[i] * BUCKETS);
    bucket[i] = static_cast<unsigned short>(b);
    atomicAdd(&own[b], 1u);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < BUCKETS; b += blockDim.x)
    if (own[b]) atomicAdd(&counts[b], own[b]);
}
