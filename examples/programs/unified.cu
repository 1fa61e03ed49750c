// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Unified memory: a binary search tree that the host builds and both sides walk. Its nodes hold pointers, which mean
// the same on host and device; the host reads the results without a copy. Usage: unified [KEYS] [QUERIES]
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    const cudaError_t status = (call);                                                     \
    if (status != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
      std::exit(1);                                                                        \
    }                                                                                      \
  } while (false)

struct Node {
  int key = 0;
  Node* smaller = nullptr;
  Node* larger = nullptr;
};

__managed__ int queries_done = 0;

__host__ __device__ int depth_of(const Node* node, int key) {
  int depth = 0;
  for (; node && node->key != key; ++depth) node = key < node->key ? node->smaller : node->larger;
  return node ? depth : -1;
}

__global__ void look_up(const Node* root, const int* keys, int* depths, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  depths[i] = depth_of(root, keys[i]);
  atomicAdd(&queries_done, 1);
}

void insert(Node*& root, Node* node) {
  Node** at = &root;
  while (*at) at = node->key < (*at)->key ? &(*at)->smaller : &(*at)->larger;
  *at = node;
}

int main(int argc, char** argv) {
  const int keys = argc > 1 ? std::atoi(argv[1]) : 1000;
  const int queries = argc > 2 ? std::atoi(argv[2]) : 20000;
  if (keys < 1 || queries < 1) {
    std::fprintf(stderr, "usage: unified [KEYS] [QUERIES]\n");
    return 2;
  }
  Node *nodes, *root = nullptr;
  int *asked, *depths;
  CHECK(cudaMallocManaged(&nodes, keys * sizeof(Node)));
  CHECK(cudaMallocManaged(&asked, queries * sizeof(int)));
  CHECK(cudaMallocManaged(&depths, queries * sizeof(int)));
  for (int i = 0; i < keys; ++i) {
    nodes[i] = Node{};
    nodes[i].key = static_cast<int>(static_cast<long long>(i + 1) * 7919 % 1000003);  // in no order
    insert(root, &nodes[i]);
  }
  for (int i = 0; i < queries; ++i) asked[i] = i % 2 == 0 ? nodes[i / 2 % keys].key : -i;  // every other one is absent

  int device = 0;
  CHECK(cudaGetDevice(&device));
#if CUDART_VERSION >= 13000
  CHECK(cudaMemPrefetchAsync(nodes, keys * sizeof(Node), {cudaMemLocationTypeDevice, device}, 0));
#else
  CHECK(cudaMemPrefetchAsync(nodes, keys * sizeof(Node), device));
#endif
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  CHECK(cudaEventRecord(begin));
  look_up<<<(queries + 255) / 256, 256>>>(root, asked, depths, queries);
  CHECK(cudaGetLastError());
  CHECK(cudaEventRecord(end));
  CHECK(cudaDeviceSynchronize());

  float milliseconds = 0;
  CHECK(cudaEventElapsedTime(&milliseconds, begin, end));
  int wrong = 0, deepest = 0;
  for (int i = 0; i < queries; ++i) {
    wrong += depths[i] != depth_of(root, asked[i]) || (i % 2 == 1) != (depths[i] == -1);
    deepest = std::max(deepest, depths[i]);
  }
  const bool passed = wrong == 0 && queries_done == queries;
  std::printf("%d queries in a tree of %d keys, found %d levels deep at most, %d wrong\n", queries, keys, deepest,
              wrong);
  std::printf("%.2f us\n", 1000 * milliseconds);
  CHECK(cudaEventDestroy(begin));
  CHECK(cudaEventDestroy(end));
  CHECK(cudaFree(nodes));
  CHECK(cudaFree(asked));
  CHECK(cudaFree(depths));
  std::puts(passed ? "PASS" : "FAIL");
  return passed ? 0 : 1;
}
