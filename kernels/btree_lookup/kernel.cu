// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The place of each query in a tree of 2^20 keys with 32 children a node, or -1 where it is not there. A warp takes a
/// query: each lane compares it with the first key of one child, and a vote tells which child it goes to. The levels
/// are arrays, a node's children side by side; three levels of separators, then the keys.
__device__ int child(const int* __restrict__ level, int node, int query) {
  const bool at_or_before = level[node * 32 + (threadIdx.x & 31)] <= query;
  return node * 32 + __popc(__ballot_sync(0xffffffffu, at_or_before)) - 1;
}

extern "C" __global__ void btree_lookup(const int* __restrict__ root, const int* __restrict__ upper,
                                        const int* __restrict__ lower, const int* __restrict__ leaves,
                                        const int* __restrict__ queries, int* __restrict__ place, int n) {
  const int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (i >= n) return;
  const int query = queries[i];
  const int key = child(leaves, child(lower, child(upper, child(root, 0, query), query), query), query);
  if ((threadIdx.x & 31) == 0) place[i] = leaves[key] == query ? key : -1;
}
