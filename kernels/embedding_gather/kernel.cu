// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#ifndef TOKENS
#define TOKENS 8
#endif

/// out[i] = table[tokens[i]], rows of 4 quads floats: a warp copies a row, 16 bytes a lane.
extern "C" __global__ void embedding_gather(const int* __restrict__ tokens, const float4* __restrict__ table,
                                            float4* __restrict__ out, int count, int quads) {
  const int i = blockIdx.x * TOKENS + threadIdx.y;
  if (i >= count) return;
  const float4* row = table + (size_t)tokens[i] * quads;
  for (int q = threadIdx.x; q < quads; q += 32) out[(size_t)i * quads + q] = row[q];
}
