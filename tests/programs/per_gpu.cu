// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Each GPU has variables of its own; managed ones are those of all.
#include <cstdio>

#include "check.h"

__device__ int variable = 7;
__constant__ int constant = 3;
__managed__ int managed = 5;

__global__ void add(int value) {
  variable += value;
  managed += value;
}
__global__ void read(int* out) {
  out[0] = variable;
  out[1] = constant;
  out[2] = managed;
}

int main() {
  constexpr int gpus = 2;
  int count = 0;
  CALL(cudaGetDeviceCount(&count));
  CHECK(count == gpus);
  int* out;
  CALL(cudaMallocManaged(&out, 3 * sizeof *out));
  void* addresses[gpus];
  managed = 6;
  for (int gpu = 0; gpu < gpus; ++gpu) {
    CALL(cudaSetDevice(gpu));
    const int value = 100 + gpu;
    CALL(cudaMemcpyToSymbol(constant, &value, sizeof value));
    CALL(cudaGetSymbolAddress(&addresses[gpu], variable));
    add<<<1, 1>>>(10 * (gpu + 1));
    CALL(cudaDeviceSynchronize());
  }
  CHECK(addresses[0] != addresses[1] && managed == 36);
  for (int gpu = 0; gpu < gpus; ++gpu) {
    CALL(cudaSetDevice(gpu));
    read<<<1, 1>>>(out);
    CALL(cudaDeviceSynchronize());
    CHECK(out[0] == 17 + 10 * gpu && out[1] == 100 + gpu && out[2] == 36);
  }
  std::puts("PASS");
}
