// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One round of Bellman and Ford's shortest paths over a graph in CSR form, one node a thread: each edge offers its
/// target the distance of its source and its own weight, and the targets keep the least by an atomic minimum, which is
/// only tried where it may help.
extern "C" __global__ void sssp_relax(const int* __restrict__ offsets, const int* __restrict__ targets,
                                      const int* __restrict__ weights, const int* __restrict__ before, int* after,
                                      int nodes) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes) return;
  const int own = before[node], end = offsets[node + 1];
  for (int e = offsets[node]; e < end; ++e) {
    const int target = targets[e], offer = own + weights[e];
    if (offer < before[target]) atomicMin(&after[target], offer);
  }
}
