// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// One step of Floyd and Warshall's shortest paths between all nodes: distance[i][j] becomes
/// min(distance[i][j], distance[i][k] + distance[k][j]) for one k = through. In place, as row k and column k do not
/// change in step k where no distance is negative. One pair a thread.
extern "C" __global__ void floyd_warshall_step(int* distance, int through, int nodes) {
  const int to = blockIdx.x * blockDim.x + threadIdx.x, from = blockIdx.y * blockDim.y + threadIdx.y;
  if (to >= nodes || from >= nodes) return;
  const int detour = distance[from * nodes + through] + distance[through * nodes + to];
  if (detour < distance[from * nodes + to]) distance[from * nodes + to] = detour;
}
