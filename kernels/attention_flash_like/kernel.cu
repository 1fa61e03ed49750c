// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef QUERIES
#define QUERIES 64
#endif
#ifndef WIDTH
#define WIDTH 64
#endif

#define KEYS 16  // a tile of keys and values

/// out = softmax(q k^T / sqrt(WIDTH)) v for every head without storing a score (online softmax, as in Dao et al. 2022,
/// "FlashAttention"): a block takes QUERIES queries, one a thread, whose vector and result stay in registers, and
/// brings KEYS keys and values at a time to shared memory; when a tile has a larger score than all before it, what was
/// added up is scaled down.
extern "C" __global__ void __launch_bounds__(QUERIES)
    attention_flash_like(const float* __restrict__ q, const float* __restrict__ k, const float* __restrict__ v,
                         float* __restrict__ out, int n) {
  __shared__ float tile_k[KEYS][WIDTH];
  __shared__ float tile_v[KEYS][WIDTH];
  const size_t head = (size_t)blockIdx.y * n * WIDTH;
  const int query = blockIdx.x * QUERIES + threadIdx.x;
  const float scale = rsqrtf((float)WIDTH);
  float own[WIDTH], result[WIDTH];
#pragma unroll
  for (int c = 0; c < WIDTH; ++c) {
    own[c] = query < n ? q[head + (size_t)query * WIDTH + c] * scale : 0.0f;
    result[c] = 0.0f;
  }
  float most = -1e30f, total = 0.0f;
  for (int first = 0; first < n; first += KEYS) {
    const int keys = min(KEYS, n - first);
    __syncthreads();
    for (int i = threadIdx.x; i < KEYS * WIDTH; i += QUERIES) {
      const size_t from = head + (size_t)first * WIDTH + i;
      tile_k[i / WIDTH][i % WIDTH] = i / WIDTH < keys ? k[from] : 0.0f;
      tile_v[i / WIDTH][i % WIDTH] = i / WIDTH < keys ? v[from] : 0.0f;
    }
    __syncthreads();
    float score[KEYS], next = most;
#pragma unroll
    for (int j = 0; j < KEYS; ++j) {
      float sum = 0.0f;
#pragma unroll
      for (int c = 0; c < WIDTH; ++c) sum = fmaf(own[c], tile_k[j][c], sum);
      score[j] = j < keys ? sum : -1e30f;
      next = fmaxf(next, score[j]);
    }
    const float shrink = expf(most - next);
    most = next;
    total *= shrink;
#pragma unroll
    for (int c = 0; c < WIDTH; ++c) result[c] *= shrink;
#pragma unroll
    for (int j = 0; j < KEYS; ++j) {
      const float weight = expf(score[j] - most);
      total += weight;
#pragma unroll
      for (int c = 0; c < WIDTH; ++c) result[c] = fmaf(weight, tile_v[j][c], result[c]);
    }
  }
  if (query >= n) return;
#pragma unroll
  for (int c = 0; c < WIDTH; ++c) out[head + (size_t)query * WIDTH + c] = result[c] / total;
}
