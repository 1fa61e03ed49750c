// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One level of a breadth-first search over a graph in CSR form, one node a thread: neighbours of the nodes at level
/// 'current' that nobody has reached (level < 0) come to the next level. changed tells whether there were any.
extern "C" __global__ void bfs_step(const int* __restrict__ offsets, const int* __restrict__ targets, int* level,
                                    int* changed, int current, int nodes) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes || level[node] != current) return;
  const int end = offsets[node + 1];
  for (int e = offsets[node]; e < end; ++e) {
    const int target = targets[e];
    if (level[target] < 0) {
      level[target] = current + 1;
      *changed = 1;
    }
  }
}
