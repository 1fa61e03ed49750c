// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// r[k][k] = the norm of column k of a, by one block: every thread squares elements `columns` apart, a tree in shared
/// memory adds up.
extern "C" __global__ void gramschmidt_norm(const float* __restrict__ a, float* __restrict__ r, int column, int rows,
                                            int columns) {
  __shared__ float part[1024];
  float sum = 0.0f;
  for (int i = threadIdx.x; i < rows; i += blockDim.x) {
    const float value = a[i * columns + column];
    sum = fmaf(value, value, sum);
  }
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) r[column * columns + column] = sqrtf(part[0]);
}
