// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A program of three files: two with kernels of the same name and one without device code.
#include "check.h"
#include "two_files.h"

int host_part(float* x, int n);

static __global__ void scale(float* x, int n, float factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = factor + i;
}

int main() {
  const int n = 300;
  float* x;
  CALL(cudaMalloc(&x, n * sizeof(float)));
  scale<<<3, 128>>>(x, n, 1);
  launch_scale(x, n, 2);
  CHECK(host_part(x, n) == 0);
  CALL(cudaFree(x));
  std::puts("PASS");
}
