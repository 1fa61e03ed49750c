// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Mistakes for checks to find, by the argument; without one the program is correct.
#include <cstring>

#include "check.h"

__global__ void fill(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) x[i] = i;  // one too many
}

__global__ void copy(const int* from, int* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];
}

__global__ void reverse(int* x, bool wait) {
  __shared__ int shared[64];
  shared[threadIdx.x] = x[threadIdx.x];
  if (wait) __syncthreads();
  x[threadIdx.x] = shared[63 - threadIdx.x];
}

__global__ void sum_half(int* x) {
  __shared__ int shared[64];
  if (threadIdx.x < 32) shared[threadIdx.x] = 1;
  __syncthreads();
  x[threadIdx.x] = shared[threadIdx.x];
}

__global__ void two_barriers(int* x) {
  if (threadIdx.x < 32) {
    x[threadIdx.x] = 1;
    __syncthreads();
  } else {
    x[threadIdx.x] = 2;
    __syncthreads();
    x[threadIdx.x] = 3;
  }
}

__global__ void diverges(int* x) {
  if (threadIdx.x % 2 == 0) {
    x[threadIdx.x] = 1;
    __syncthreads();
  }
  x[threadIdx.x] += 2;
}

int* make(int n) {
  int* made;
  CALL(cudaMalloc(&made, n * sizeof(int)));
  return made;
}

int main(int argc, char** argv) {
  const char* what = argc > 1 ? argv[1] : "";
  const auto is = [what](const char* name) { return std::strcmp(what, name) == 0; };
  int *a = make(64), *b = make(64), *c = make(100);
  CALL(cudaMemset(a, 0, 64 * sizeof(int)));
  copy<<<1, 64>>>(a, b, 64);
  if (is("bounds"))
    for (int k = 0; k < 3; ++k) fill<<<4, 32>>>(c, 100);
  if (is("freed")) {
    CALL(cudaFree(b));
    copy<<<1, 64>>>(a, b, 64);
  }
  if (is("init")) copy<<<1, 64>>>(c, b, 64);
  if (is("copied")) {  // what is copied is no more written than where it comes from
    CALL(cudaMemcpy(b, c, 32 * sizeof(int), cudaMemcpyDeviceToDevice));
    copy<<<1, 64>>>(b, a, 64);
  }
  if (is("shared")) sum_half<<<1, 64>>>(a);
  if (is("race")) reverse<<<1, 64>>>(a, false);
  if (is("sync")) two_barriers<<<1, 64>>>(a);
  reverse<<<1, 64>>>(a, true);
  if (is("diverge")) {
    diverges<<<1, 64>>>(a);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 7;
  }
  CALL(cudaDeviceSynchronize());
  std::puts("end");
  return is("fails") ? 3 : 0;
}
