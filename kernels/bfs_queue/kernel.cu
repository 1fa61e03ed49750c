// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One level of a breadth-first search, one node of the queue a thread: neighbours that nobody has reached (level -1)
/// get the next level by compare-and-swap, and who has got there first appends them to the next queue, whose length is
/// tail. The order of that queue is any.
extern "C" __global__ void bfs_queue(const int* __restrict__ offsets, const int* __restrict__ targets,
                                     const int* __restrict__ queue, int* level, int* __restrict__ next,
                                     unsigned int* tail, int size, int current) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const int node = queue[i], end = offsets[node + 1];
  for (int e = offsets[node]; e < end; ++e) {
    const int target = targets[e];
    if (level[target] < 0 && atomicCAS(&level[target], -1, current + 1) == -1) next[atomicAdd(tail, 1u)] = target;
  }
}
