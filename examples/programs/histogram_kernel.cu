// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// The device code of the program of two files, see histogram.cu.
#include <cuda_runtime.h>

#include "histogram.hpp"

/// Each block counts in shared memory, so that most atomics do not leave the multiprocessor.
static __global__ void histogram(const unsigned char* data, std::size_t bytes, unsigned* counts) {
  __shared__ unsigned own[bins];
  for (int b = threadIdx.x; b < bins; b += blockDim.x) own[b] = 0;
  __syncthreads();
  for (std::size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < bytes; i += std::size_t{gridDim.x} * blockDim.x)
    atomicAdd(&own[data[i]], 1U);
  __syncthreads();
  for (int b = threadIdx.x; b < bins; b += blockDim.x) atomicAdd(&counts[b], own[b]);
}

void count_bytes(const unsigned char* data, std::size_t bytes, unsigned* counts) {
  histogram<<<64, 256>>>(data, bytes, counts);
}
