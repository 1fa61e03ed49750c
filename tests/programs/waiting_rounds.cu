// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A binary tree from its root down: the last block has the root, and each thread waits for the depth of its node, with
// a barrier in the loop that waits. Earlier blocks wait for later ones.
#include <cstdio>
#include <vector>

#include "check.h"

constexpr int nodes = 1500, threads = 64, blocks = 24;

__global__ void depths(volatile int* depth) {
  int node = nodes - 1 - static_cast<int>(threadIdx.x + blockIdx.x * threads);  // of the first block the deepest ones
  bool waits = node >= 0;
  while (__syncthreads_or(waits)) {
    if (!waits || depth[node] < 0) continue;
    for (int child = 2 * node + 1; child <= 2 * node + 2 && child < nodes; ++child) depth[child] = depth[node] + 1;
    waits = false;
  }
}

int main() {
  std::vector<int> host(nodes, -1);
  host[0] = 0;
  int* device;
  CALL(cudaMalloc(&device, nodes * sizeof(int)));
  CALL(cudaMemcpy(device, host.data(), nodes * sizeof(int), cudaMemcpyHostToDevice));
  depths<<<blocks, threads>>>(device);
  CALL(cudaMemcpy(host.data(), device, nodes * sizeof(int), cudaMemcpyDeviceToHost));
  for (int node = 1; node < nodes; ++node) CHECK(host[node] == host[(node - 1) / 2] + 1);
  std::puts("PASS");
}
