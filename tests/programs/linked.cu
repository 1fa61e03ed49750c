// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Pointers in a struct by value, in memory and to a variable, a __constant__ array, and an argument into the middle of a
// buffer: what a saved launch must find again. linked [N]
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "check.h"

struct Node {
  float value;
  int steps;
  const Node* next;
};

struct View {
  Node* nodes;
  float* sums;
  double scale;
  int n;
  const float* offset;
};

__constant__ float weights[4];
__device__ float bias = 1;

__device__ unsigned walks;

/// Each thread walks a list whose length differs by node, and counts itself in a variable.
__global__ void follow(View view, const float* middle, float minimum) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= view.n) return;
  float sum = *view.offset + middle[i];
  const Node* node = view.nodes + i;
  for (int step = 0; step < view.nodes[i].steps; ++step) {
    sum += node->value * weights[step % 4];
    node = node->next;
  }
  view.sums[i] = fmaxf(minimum, static_cast<float>(view.scale) * sum);
  atomicAdd(&walks, 1);
}

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 1000;
  const float own_weights[] = {1, 2, 3, 4};
  Node* nodes = nullptr;
  float *sums = nullptr, *numbers = nullptr, *offset = nullptr;
  CALL(cudaMalloc(&nodes, n * sizeof(Node)));
  CALL(cudaMalloc(&sums, n * sizeof(float)));
  CALL(cudaMalloc(&numbers, 2 * n * sizeof(float)));
  CALL(cudaMemset(numbers, 0, 2 * n * sizeof(float)));
  CALL(cudaMemcpyToSymbol(weights, own_weights, sizeof own_weights));
  CALL(cudaGetSymbolAddress(reinterpret_cast<void**>(&offset), bias));
  std::vector<Node> made(n);
  for (int i = 0; i < n; ++i) made[i] = {static_cast<float>(i % 7), i % 5, nodes + (i * 7 + 1) % n};
  CALL(cudaMemcpy(nodes, made.data(), n * sizeof(Node), cudaMemcpyHostToDevice));
  follow<<<(n + 127) / 128, 128>>>({nodes, sums, 2, n, offset}, numbers + n, -1.5f);
  CALL(cudaDeviceSynchronize());
  std::vector<float> result(n);
  CALL(cudaMemcpy(result.data(), sums, n * sizeof(float), cudaMemcpyDeviceToHost));
  unsigned walked = 0;
  CALL(cudaMemcpyFromSymbol(&walked, walks, sizeof walked));
  bool right = walked == static_cast<unsigned>(n);
  for (int i = 0; i < n; ++i) {
    float sum = 1;
    int node = i;
    for (int step = 0; step < i % 5; ++step) {
      sum += made[node].value * own_weights[step % 4];
      node = (node * 7 + 1) % n;
    }
    right = right && result[i] == 2 * sum;
  }
  std::printf(right ? "PASS\n" : "FAIL\n");
  return right ? 0 : 1;
}
