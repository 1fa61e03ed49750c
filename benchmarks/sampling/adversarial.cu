// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Kernels whose blocks differ where a sample of blocks is least likely to look.

/// A turn is one load, one fused multiply-add and a store at the end.
__device__ void work(const float* x, float* y, int i, int n, int turns) {
  float sum = 0;
#pragma unroll 1
  for (int k = 0; k < turns; ++k) sum = sum * 0.5f + x[(i + 32 * k) & (n - 1)];
  y[i & (n - 1)] = sum;
}
__device__ int linear() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ unsigned hashed(unsigned v) {
  v = (v ^ 61u) ^ (v >> 16);
  v *= 9u;
  v ^= v >> 4;
  v *= 0x27d4eb2du;
  return v ^ (v >> 15);
}

extern "C" {
/// Only the first `busy` blocks work.
__global__ void first_blocks(const float* x, float* y, int n, int busy, int turns) {
  if (blockIdx.x < busy) work(x, y, linear(), n, turns);
}
__global__ void last_blocks(const float* x, float* y, int n, int busy, int turns) {
  if (blockIdx.x + busy >= gridDim.x) work(x, y, linear(), n, turns);
}
__global__ void one_block(const float* x, float* y, int n, int busy, int turns) {
  if (blockIdx.x == busy) work(x, y, linear(), n, turns);
}
__global__ void from_the_middle(const float* x, float* y, int n, int busy, int turns) {
  work(x, y, linear(), n, blockIdx.x >= busy ? turns : 2);
}
/// A corner of a rectangle of blocks works.
__global__ void corner(const float* x, float* y, int n, int busy, int turns) {
  if (blockIdx.x >= busy || blockIdx.y >= busy) return;
  work(x, y, linear() + blockIdx.y * 4096, n, turns);
}
/// Threads beyond a rectangle of data leave: most of the grid where it is much too large.
__global__ void boundary(const float* x, float* y, int n, int busy, int turns) {
  const int column = linear(), row = blockIdx.y;
  if (column >= 37 * busy || row >= busy) return;
  work(x, y, column + 64 * row, n, turns);
}
__global__ void triangle(const float* x, float* y, int n, int busy, int turns) {
  if (blockIdx.y > blockIdx.x) return;
  work(x, y, linear() + blockIdx.y * 4096, n, turns);
}
__global__ void triangle_of_threads(const float* x, float* y, int n, int busy, int turns) {
  if (blockIdx.y * 16 > linear()) return;
  work(x, y, linear() + blockIdx.y * 4096, n, turns);
}
/// Block b turns b times: all differ.
__global__ void growing(const float* x, float* y, int n, int busy, int turns) {
  work(x, y, linear(), n, blockIdx.x * turns / busy);
}
__global__ void one_row(const float* x, float* y, int n, int busy, int turns) {
  work(x, y, linear() + blockIdx.y * 4096, n, blockIdx.y == busy ? turns : 1);
}
__global__ void one_plane(const float* x, float* y, int n, int busy, int turns) {
  work(x, y, linear() + blockIdx.z * 4096, n, blockIdx.z == busy ? turns : 1);
}
/// Every busy-th block works: no comparison with the index itself tells which.
__global__ void every_so_many(const float* x, float* y, int n, int busy, int turns) {
  if (blockIdx.x % busy == 0) work(x, y, linear(), n, turns);
}
/// Turns drawn from a distribution with a heavy tail: P(turns > t) falls as 1 / t^1.5.
__global__ void heavy_tail(const float* x, float* y, int n, int busy, int turns) {
  const float u = ((hashed(blockIdx.x + busy) & 0xffffu) + 1.0f) / 65536.0f;
  work(x, y, linear(), n, min(4000, (int)(turns * powf(u, -0.6667f))));
}
__global__ void uniform_turns(const float* x, float* y, int n, int busy, int turns) {
  work(x, y, linear(), n, hashed(blockIdx.x + busy) % turns);
}
/// What is in memory decides: whether a block works, how long, and where it reads.
__global__ void flagged(const float* x, float* y, const int* data, int n, int busy, int turns) {
  if (data[blockIdx.x & (n - 1)] < busy) work(x, y, linear(), n, turns);
}
__global__ void counted(const float* x, float* y, const int* data, int n, int busy, int turns) {
  work(x, y, linear(), n, data[linear() & (n - 1)] * turns / 1000);
}
__global__ void gathered(const float* x, float* y, const int* data, int n, int busy, int turns) {
  const int i = linear() & (n - 1);
  float sum = 0;
  for (int k = 0; k < turns; ++k) sum += x[(unsigned)(data[i] * 2654435 + k * busy) & (n - 1)];
  y[i] = sum;
}
__global__ void searched(const float* x, float* y, const int* data, int n, int busy, int turns) {
  const int i = linear() & (n - 1), key = hashed(i) & (n - 1);
  int low = 0, high = n;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (x[middle] < 2 && middle <= key) low = middle; else high = middle;
  }
  y[i] = low;
}
/// Rows of a picture, one thread a pixel of a grid in one dimension: quotients and remainders of the index decide.
__global__ void picture(const float* x, float* y, int n, int busy, int turns) {
  const int i = linear(), row = i / busy, column = i % busy;
  if (row < 1 || column < 1 || column + 1 >= busy || i + busy >= n) return;
  work(x, y, i, n, turns);
}
}
