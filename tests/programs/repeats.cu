// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Launches that repeat: the same inputs, the same after a fill, and others.
#include "check.h"

__global__ void square(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}
__global__ void count(const float* in, int* result, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > 10) atomicAdd(result, 1);
}
__global__ void nothing() {}

int main(int argc, char** argv) {
  const int times = argc > 1 ? std::atoi(argv[1]) : 10, n = 1000;
  float *in, *out, host[n];
  int *result, counted;
  for (int i = 0; i < n; ++i) host[i] = i;
  CALL(cudaMalloc(&in, sizeof host));
  CALL(cudaMalloc(&out, sizeof host));
  CALL(cudaMalloc(&result, sizeof(int)));
  CALL(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice));
  for (int k = 0; k < times; ++k) square<<<4, 256>>>(in, out, n);
  CALL(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) CHECK(host[i] == float(i) * i);
  for (int k = 0; k < times; ++k) {
    CALL(cudaMemset(result, 0, sizeof(int)));
    count<<<4, 256>>>(in, result, n);
    CALL(cudaMemcpy(&counted, result, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(counted == n - 11);
  }
  for (int k = 0; k < 3; ++k) {  // without the fill it goes on
    count<<<4, 256>>>(in, result, n);
    CALL(cudaMemcpy(&counted, result, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(counted == (k + 2) * (n - 11));
  }
  CALL(cudaMemset(out, 0, sizeof host));  // somebody else writes the output
  square<<<4, 256>>>(in, out, n);
  CALL(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
  CHECK(host[n - 1] == float(n - 1) * (n - 1));
  for (int k = 0; k < times; ++k) nothing<<<1, 32>>>();
  CALL(cudaDeviceSynchronize());
  std::puts("PASS");
}
