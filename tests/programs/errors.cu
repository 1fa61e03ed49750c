// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What goes wrong without ending the program, and how the errors are told.
#include <cstring>

#include "check.h"

__global__ void one(int* x) { *x = 1; }
__global__ void __launch_bounds__(128) bounded(int* x) { *x = 2; }

int main() {
  int* x;
  CALL(cudaMalloc(&x, sizeof(int)));
  one<<<1, 2048>>>(x);
  CHECK(cudaPeekAtLastError() == cudaErrorInvalidConfiguration);
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  CHECK(cudaGetLastError() == cudaSuccess);
  one<<<0, 32>>>(x);
  CHECK(cudaGetLastError() == cudaErrorInvalidConfiguration);
  one<<<1, 1, 64 << 10>>>(x);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
  CALL(cudaFuncSetAttribute(one, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10));
  one<<<1, 1, 64 << 10>>>(x);
  CALL(cudaGetLastError());
  bounded<<<1, 256>>>(x);
  CHECK(cudaGetLastError() == cudaErrorLaunchOutOfResources);

  void* much = x;
  CHECK(cudaMalloc(&much, size_t{1} << 45) == cudaErrorMemoryAllocation);
  CHECK(much == nullptr && cudaGetLastError() == cudaErrorMemoryAllocation);
  int host = 0;
  CHECK(cudaMemcpy(&host, x, 8, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue);
  CHECK(cudaFree(&host) == cudaErrorInvalidValue);
  CHECK(cudaSetDevice(7) == cudaErrorInvalidDevice);
  CHECK(std::strcmp(cudaGetErrorName(cudaErrorInvalidDevice), "cudaErrorInvalidDevice") == 0);
  CHECK(std::strcmp(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory") == 0);
  (void)cudaGetLastError();
  CALL(cudaMemcpy(&host, x, sizeof host, cudaMemcpyDeviceToHost));
  CHECK(host == 1);
  std::puts("PASS");
}
