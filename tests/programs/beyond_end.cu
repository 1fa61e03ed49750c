// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A queue that is read a little beyond its end, before it is known whether there is an item: a GPU maps whole pages.
#include <cstdio>
#include <vector>

#include "check.h"

__global__ void take_all(const volatile int* queue, int size, int* next, int* taken) {
  int at = atomicAdd(next, 1);
  int item = queue[at];
  while (at < size) {
    atomicAdd(taken, item);
    at = atomicAdd(next, 1);
    item = queue[at];
  }
}

int main() {
  constexpr int size = 128;
  const std::vector<int> items(size, 2);
  int *queue, *next;
  CALL(cudaMalloc(&queue, size * sizeof(int)));  // 512 bytes: nothing is left over
  CALL(cudaMalloc(&next, 2 * sizeof(int)));
  CALL(cudaMemcpy(queue, items.data(), size * sizeof(int), cudaMemcpyHostToDevice));
  CALL(cudaMemset(next, 0, 2 * sizeof(int)));
  take_all<<<4, 32>>>(queue, size, next, next + 1);
  int result[2];
  CALL(cudaMemcpy(result, next, sizeof(result), cudaMemcpyDeviceToHost));
  CHECK(result[0] == size + 4 * 32);
  CHECK(result[1] == 2 * size);
  std::puts("PASS");
}
