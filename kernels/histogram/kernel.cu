// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define BINS 256

/// Counts of each byte value: atomically in a block's shared bins, which are then added to the global ones.
extern "C" __global__ void histogram(const unsigned char* __restrict__ data, unsigned int* __restrict__ bins, int n) {
  __shared__ unsigned int own[BINS];
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) own[bin] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&own[data[i]], 1u);
  __syncthreads();
  for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) atomicAdd(&bins[bin], own[bin]);
}
