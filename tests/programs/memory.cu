// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Managed memory with pointers inside of structures, registered and mapped memory, pitched and 2-D copies.
#include <vector>

#include "check.h"

struct Node {
  int value;
  Node* next;
};

__managed__ int total = 1;

__global__ void sum(const Node* first) {
  for (const Node* n = first; n; n = n->next) total += n->value;
}

struct Pair {
  const int* from;
  int* to;
};

__global__ void copy_through(const Pair* pairs, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) pairs[1].to[i] = pairs[0].from[i] + 1;
}

__global__ void add_one(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) ++x[i];
}

__global__ void fill_rows(float* p, size_t pitch, int width) {
  float* row = reinterpret_cast<float*>(reinterpret_cast<char*>(p) + blockIdx.x * pitch);
  if (threadIdx.x < width) row[threadIdx.x] = 100 * blockIdx.x + threadIdx.x;
}

int main() {
  Node* first = nullptr;
  for (int i = 1; i <= 10; ++i) {
    Node* node;
    CALL(cudaMallocManaged(&node, sizeof(Node)));
    *node = {i, first};
    first = node;
  }
  cudaMemLocation place = {};
  place.type = cudaMemLocationTypeDevice;
  CALL(cudaMemPrefetchAsync(first, sizeof(Node), place, 0));
  place.type = cudaMemLocationTypeHost;
  CALL(cudaMemAdvise(first, sizeof(Node), cudaMemAdviseSetPreferredLocation, place));
  sum<<<1, 1>>>(first);
  CALL(cudaDeviceSynchronize());
  CHECK(total == 56);
  first->value = 110;  // the host writes without a call
  sum<<<1, 1>>>(first);
  CALL(cudaDeviceSynchronize());
  CHECK(total == 56 + 155);

  const int n = 1000;
  int *from, *to;
  Pair* pairs;
  CALL(cudaMalloc(&from, n * sizeof(int)));
  CALL(cudaMalloc(&to, n * sizeof(int)));
  CALL(cudaMalloc(&pairs, 2 * sizeof(Pair)));
  CALL(cudaMemset(from, 0, n * sizeof(int)));
  const Pair both[2] = {{from, nullptr}, {nullptr, to}};
  CALL(cudaMemcpy(pairs, both, sizeof both, cudaMemcpyHostToDevice));
  std::vector<int> back(n);
  for (int k = 1; k <= 3; ++k) {
    copy_through<<<4, 256>>>(pairs, n);
    CALL(cudaMemcpy(back.data(), to, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(back[n - 1] == k);
    CALL(cudaMemcpy(from, to, n * sizeof(int), cudaMemcpyDeviceToDevice));
  }

  std::vector<int> own(n, 41);
  CALL(cudaHostRegister(own.data(), n * sizeof(int), cudaHostRegisterMapped));
  int* mapped;
  CALL(cudaHostGetDevicePointer(&mapped, own.data(), 0));
  add_one<<<4, 256>>>(mapped, n);
  CALL(cudaDeviceSynchronize());
  CHECK(own[0] == 42 && own[n - 1] == 42);
  CALL(cudaHostUnregister(own.data()));

  float* pitched;
  size_t pitch;
  const int width = 20, height = 7;
  CALL(cudaMallocPitch(&pitched, &pitch, width * sizeof(float), height));
  CHECK(pitch >= width * sizeof(float) && pitch % 256 == 0);
  fill_rows<<<height, 32>>>(pitched, pitch, width);
  float rows[height][width];
  CALL(cudaMemcpy2D(rows, sizeof rows[0], pitched, pitch, width * sizeof(float), height, cudaMemcpyDeviceToHost));
  CHECK(rows[6][19] == 619);

  cudaPointerAttributes attributes;
  CALL(cudaPointerGetAttributes(&attributes, first));
  CHECK(attributes.type == cudaMemoryTypeManaged);
  CALL(cudaPointerGetAttributes(&attributes, from));
  CHECK(attributes.type == cudaMemoryTypeDevice && attributes.hostPointer == nullptr);
  CALL(cudaPointerGetAttributes(&attributes, &n));
  CHECK(attributes.type == cudaMemoryTypeUnregistered);
  std::puts("PASS");
}
