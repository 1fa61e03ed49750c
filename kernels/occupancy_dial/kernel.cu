// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
extern __shared__ float own[];

/// Each thread adds up `turns` elements of its block's part of the input, block by block wide, and passes the sum to
/// its neighbour through dynamic shared memory, the size of which is what keeps other blocks away.
extern "C" __global__ void occupancy_dial(const float* __restrict__ in, float* __restrict__ out, int turns) {
  const float* part = in + blockIdx.x * blockDim.x * turns;
  float sum = 0.0f;
#pragma unroll 1
  for (int turn = 0; turn < turns; ++turn) sum += part[turn * blockDim.x + threadIdx.x];
  own[threadIdx.x] = sum;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = own[threadIdx.x ^ 1];
}
