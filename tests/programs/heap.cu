// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// malloc, new and free in kernels: lists and objects with virtual functions that one kernel makes and others use.
#include <cstdlib>
#include <new>

#include "check.h"

constexpr int threads = 512, length = 10;

struct Node {
  int value;
  Node* next;
};

__global__ void make_lists(Node** heads) {
  const int t = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  Node* head = nullptr;
  for (int i = 0; i < length; ++i) head = new Node{t + i, head};
  heads[t] = head;
}

__global__ void sum_lists(Node** heads, int* sums) {
  const int t = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  int sum = 0;
  for (Node* n = heads[t]; n != nullptr;) {
    sum += n->value;
    Node* const next = n->next;
    delete n;
    n = next;
  }
  sums[t] = sum;
}

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
struct Triangle : Shape {
  float base, height;
  __device__ Triangle(float b, float h) : base(b), height(h) {}
  __device__ float area() const override { return base * height / 2; }
};

__global__ void make_shapes(Shape** shapes) {
  const int t = static_cast<int>(threadIdx.x);
  const auto size = static_cast<float>(t);
  if (t % 2 == 0)
    shapes[t] = new Square(size);
  else
    shapes[t] = new Triangle(size, 4);
}

__global__ void areas(Shape** shapes, float* out) { out[threadIdx.x] = shapes[threadIdx.x]->area(); }
__global__ void remove_shapes(Shape** shapes) { delete shapes[threadIdx.x]; }

// One array for a block, and one object in memory that is there.
__global__ void block_array(int* out) {
  __shared__ int* data;
  __shared__ double place[sizeof(Node) / sizeof(double)];
  if (threadIdx.x == 0) {
    data = static_cast<int*>(malloc(blockDim.x * sizeof(int)));
    new (place) Node{3, nullptr};
  }
  __syncthreads();
  data[threadIdx.x] = static_cast<int>(threadIdx.x) * reinterpret_cast<Node*>(place)->value;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[blockDim.x - 1 - threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) free(data);
}

__global__ void too_much(void** result) { *result = malloc(64 << 20); }

int main() {
  std::size_t limit = 0;
  CALL(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  CHECK(limit == 8 << 20);
  CALL(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 32 << 20));
  CALL(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
  CHECK(limit == 32 << 20);

  Node** heads = nullptr;
  int* sums = nullptr;
  CALL(cudaMalloc(&heads, threads * sizeof(Node*)));
  CALL(cudaMallocManaged(&sums, threads * sizeof(int)));
  for (int round = 0; round < 3; ++round) {  // what is freed is there again
    make_lists<<<threads / 64, 64>>>(heads);
    sum_lists<<<threads / 64, 64>>>(heads, sums);
    CALL(cudaDeviceSynchronize());
    for (int t = 0; t < threads; ++t) CHECK(sums[t] == length * t + length * (length - 1) / 2);
  }
  CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20) == cudaErrorInvalidValue);

  Shape** shapes = nullptr;
  float* area = nullptr;
  CALL(cudaMalloc(&shapes, 64 * sizeof(Shape*)));
  CALL(cudaMallocManaged(&area, 64 * sizeof(float)));
  make_shapes<<<1, 64>>>(shapes);
  areas<<<1, 64>>>(shapes, area);
  remove_shapes<<<1, 64>>>(shapes);
  CALL(cudaDeviceSynchronize());
  for (int t = 0; t < 64; ++t) CHECK(area[t] == static_cast<float>(t % 2 == 0 ? t * t : 2 * t));

  block_array<<<threads / 64, 64>>>(sums);
  CALL(cudaDeviceSynchronize());
  for (int t = 0; t < threads; ++t) CHECK(sums[t] == 3 * (63 - t % 64));

  void** result = nullptr;
  CALL(cudaMallocManaged(&result, sizeof(void*)));
  *result = sums;
  too_much<<<1, 1>>>(result);
  CALL(cudaDeviceSynchronize());
  CHECK(*result == nullptr);

  // The host has no access to the heap.
  make_lists<<<1, 1>>>(heads);
  Node* first = nullptr;
  Node copy{};
  CALL(cudaMemcpy(&first, heads, sizeof first, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&copy, first, sizeof copy, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(cudaFree(first) == cudaErrorInvalidValue);
  std::puts("PASS");
}
