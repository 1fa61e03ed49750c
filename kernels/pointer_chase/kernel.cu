// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Each thread follows a chain i = next[i] of dependent loads from its own place in a random permutation: the latency
/// of whatever memory the permutation fits in.
extern "C" __global__ void pointer_chase(const unsigned int* __restrict__ next, unsigned int* __restrict__ out,
                                         int threads, int hops, unsigned int apart) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= threads) return;
  unsigned int at = thread * apart;
  for (int hop = 0; hop < hops; ++hop) at = next[at];
  out[thread] = at;
}
