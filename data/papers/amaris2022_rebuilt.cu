// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Kernels of our own that do the work of two of amaris2022's, as its repository (marcosamaris/gpuperfpredict) and
// Rodinia describe it, where our bundled ones do less. forewarp reproduce amaris2022 --part parameters counts them.
// amaris2022_rebuilt.ptx: nvcc -arch=compute_75 -ptx amaris2022_rebuilt.cu

/// MSA: tiles of 4096 elements of a block of 128 threads in shared memory; a thread keeps, of the 32 elements that it
/// has of each tile, the largest sum, the largest sums of a prefix and a suffix, and what lies before and behind them:
/// five results.
extern "C" __global__ void subseqmax(const int* __restrict__ data, int* __restrict__ results, int per_block) {
  __shared__ int tile[4096];
  int best = 0, ending = 0, prefix = 0, total = 0, lowest = 0;
  for (int first = 0; first < per_block; first += 4096) {
    for (int i = threadIdx.x; i < 4096; i += 128) tile[i] = data[blockIdx.x * per_block + first + i];
    __syncthreads();
    for (int i = 0; i < 32; ++i) {
      const int value = tile[threadIdx.x * 32 + i];
      total += value;
      ending = ending + value > 0 ? ending + value : 0;
      if (ending > best) best = ending;
      if (total > prefix) prefix = total;
      if (total < lowest) lowest = total;
    }
    __syncthreads();
  }
  int* mine = results + 5 * (blockIdx.x * 128 + threadIdx.x);
  mine[0] = prefix;
  mine[1] = total - prefix;
  mine[2] = best;
  mine[3] = total - lowest;
  mine[4] = lowest;
}

/// BCK-1: the forward pass of back-propagation with the steps of its tree as powers of two, computed as such, and each
/// weight replaced by what is left of it in shared memory.
extern "C" __global__ void layer_forward(const float* __restrict__ input, float* __restrict__ weights,
                                         float* __restrict__ partial) {
  __shared__ float units[16];
  __shared__ volatile float products[16][16];
  const int x = threadIdx.x, y = threadIdx.y, unit = blockIdx.y * 16 + y + 1, weight = unit * 17 + x + 1;
  if (x == 0) units[y] = input[unit];
  __syncthreads();
  products[y][x] = weights[weight];
  __syncthreads();
  products[y][x] = products[y][x] * units[y];
  __syncthreads();
#pragma unroll 1
  for (int step = 1; step <= 4; ++step) {
    const int width = static_cast<int>(__powf(2.0f, static_cast<float>(step)));
    if (y % width == 0) products[y][x] = products[y][x] + products[y + width / 2][x];
    __syncthreads();
  }
  weights[weight] = products[y][x];
  if (x == 0) partial[blockIdx.y * 16 + y] = products[0][y];
}
