// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef ROWS
#define ROWS 8
#endif

/// out = in convolved with one 3 x 3 filter for each channel, zeros around; a block brings 32 x ROWS pixels and their
/// rim to shared memory and computes one pixel a thread.
extern "C" __global__ void depthwise_convolution(const float* __restrict__ in, const float* __restrict__ filters,
                                                 float* __restrict__ out, int channels, int size) {
  __shared__ float tile[ROWS + 2][32 + 2];
  const int left = blockIdx.x * 32, top = blockIdx.y * ROWS;
  const float* plane = in + (size_t)blockIdx.z * size * size;
  for (int i = threadIdx.y * 32 + threadIdx.x; i < (ROWS + 2) * 34; i += 32 * ROWS) {
    const int y = top + i / 34 - 1, x = left + i % 34 - 1;
    tile[i / 34][i % 34] = y >= 0 && y < size && x >= 0 && x < size ? plane[y * size + x] : 0.0f;
  }
  __syncthreads();
  const int x = left + threadIdx.x, y = top + threadIdx.y;
  if (x >= size || y >= size) return;
  const float* filter = filters + blockIdx.z % channels * 9;
  float sum = 0.0f;
#pragma unroll
  for (int v = 0; v < 3; ++v)
#pragma unroll
    for (int u = 0; u < 3; ++u) sum = fmaf(tile[threadIdx.y + v][threadIdx.x + u], filter[v * 3 + u], sum);
  out[((size_t)blockIdx.z * size + y) * size + x] = sum;
}
