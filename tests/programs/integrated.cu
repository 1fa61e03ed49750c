// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// What a program asks of a device that shares the memory of the host, and the three kinds of memory that it may use.
#include "check.h"

constexpr int n = 1 << 20;

__global__ void twice(float* x) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) x[i] *= 2;
}

int main() {
  cudaDeviceProp properties;
  CALL(cudaGetDeviceProperties(&properties, 0));
  CHECK(properties.integrated == 1 && properties.concurrentManagedAccess == 0);
  int integrated = 0;
  CALL(cudaDeviceGetAttribute(&integrated, cudaDevAttrIntegrated, 0));
  CHECK(integrated == 1);

  float *pinned, *mapped, *managed, *device;
  CALL(cudaHostAlloc(&pinned, n * sizeof(float), cudaHostAllocMapped));
  CALL(cudaHostGetDevicePointer(&mapped, pinned, 0));
  CALL(cudaMallocManaged(&managed, n * sizeof(float)));
  CALL(cudaMalloc(&device, n * sizeof(float)));
  for (int i = 0; i < n; ++i) pinned[i] = managed[i] = 1;
  CALL(cudaMemcpy(device, pinned, n * sizeof(float), cudaMemcpyHostToDevice));
  twice<<<n / 256, 256>>>(mapped);
  twice<<<n / 256, 256>>>(managed);
  twice<<<n / 256, 256>>>(device);
  CALL(cudaDeviceSynchronize());
  CHECK(pinned[n - 1] == 2 && managed[n - 1] == 2);
  CALL(cudaMemcpy(pinned, device, n * sizeof(float), cudaMemcpyDeviceToHost));
  CHECK(pinned[0] == 2);
  std::puts("PASS");
}
