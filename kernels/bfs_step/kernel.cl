// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One level of a breadth-first search over a graph in CSR form, one node a work item.
__kernel void bfs_step(__global const int* restrict offsets, __global const int* restrict targets, __global int* level,
                       __global int* changed, int current, int nodes) {
  const int node = get_global_id(0);
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
