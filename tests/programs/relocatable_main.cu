// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Two files whose kernels call each other's device functions and use each other's variables. Both have a static kernel
// and a static variable of the same name. relocatable
#include "relocatable.h"

#include "check.h"

static __device__ float offset = 3;

__device__ float scaled(float x) { return offset * x; }

static __global__ void shift(float* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) printf("shift of %d in the first file\n", n);
  if (i < n) x[i] = twice(Polynomial{2}.at(i));
}

int main() {
  const int n = 1000;
  const float c[4] = {1, 2, 0.5f, 7};
  float *x, host[n];
  CALL(cudaMalloc(&x, sizeof host));
  CALL(cudaMemcpyToSymbol(coefficients, c, sizeof c));
  int before = 7;
  CALL(cudaMemcpyFromSymbol(&before, calls, sizeof before));
  CHECK(before == 100);
  shift<<<(n + 127) / 128, 128>>>(x, n);
  const float half = other_file(x, n);
  CALL(cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) CHECK(host[i] == 2 * (3 * (2 * (1 + 2.0f * i + 0.5f * i * i))) + half);
  int after = 0;
  CALL(cudaMemcpyFromSymbol(&after, calls, sizeof after));
  CHECK(after == 100 + n);
  std::puts("PASS");
}
