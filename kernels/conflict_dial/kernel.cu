// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#define SIZE 4096  // floats in shared memory

/// Each thread adds up elements of shared memory from (its index) stride on, one further a turn: the lanes of a warp
/// are `stride` words apart, and gcd(stride, 32) of them meet in a bank every time.
extern "C" __global__ void conflict_dial(const float* __restrict__ in, float* __restrict__ out, int stride,
                                         int iterations) {
  __shared__ float values[SIZE];
  for (int j = threadIdx.x; j < SIZE; j += blockDim.x) values[j] = in[j];
  __syncthreads();
  unsigned int at = threadIdx.x * stride;
  float sum = 0.0f;
#pragma unroll 8
  for (int step = 0; step < iterations; ++step) {
    sum += values[at % SIZE];
    ++at;
  }
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
