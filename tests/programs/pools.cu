// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Memory pools: the device's own, one with a limit, their counters and attributes.
#include <cstdint>

#include "check.h"

__global__ void count(int* x, int n) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) x[i] = i;
}

std::uint64_t get(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  std::uint64_t value = 0;
  CALL(cudaMemPoolGetAttribute(pool, attribute, &value));
  return value;
}

int main() {
  int supported = 0;
  CALL(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
  CHECK(supported == 1);
  cudaStream_t stream;
  CALL(cudaStreamCreate(&stream));
  cudaMemPool_t own, current;
  CALL(cudaDeviceGetDefaultMemPool(&own, 0));
  CALL(cudaDeviceGetMemPool(&current, 0));
  CHECK(own == current);

  // Freed memory stays reserved up to the threshold.
  std::uint64_t threshold = 1 << 20;
  CALL(cudaMemPoolSetAttribute(own, cudaMemPoolAttrReleaseThreshold, &threshold));
  int *a, *b;
  CALL(cudaMallocAsync(&a, 4 << 20, stream));
  CALL(cudaMallocAsync(&b, 1024 * sizeof(int), stream));
  CHECK(get(own, cudaMemPoolAttrUsedMemCurrent) == (4 << 20) + 4096);
  CALL(cudaFreeAsync(a, stream));
  CALL(cudaStreamSynchronize(stream));
  CHECK(get(own, cudaMemPoolAttrUsedMemCurrent) == 4096);
  CHECK(get(own, cudaMemPoolAttrUsedMemHigh) == (4 << 20) + 4096);
  CHECK(get(own, cudaMemPoolAttrReservedMemCurrent) == 1 << 20);
  CALL(cudaMemPoolTrimTo(own, 0));
  CHECK(get(own, cudaMemPoolAttrReservedMemCurrent) == 4096);
  int reuse = 0;
  CALL(cudaMemPoolSetAttribute(own, cudaMemPoolReuseAllowOpportunistic, &reuse));
  reuse = 7;
  CALL(cudaMemPoolGetAttribute(own, cudaMemPoolReuseAllowOpportunistic, &reuse));
  CHECK(reuse == 0);

  // A pool with a limit, used by name and as the current one.
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.maxSize = 1 << 20;
  cudaMemPool_t small;
  CALL(cudaMemPoolCreate(&small, &properties));
  int* x;
  CALL(cudaMallocFromPoolAsync(&x, 1000 * sizeof(int), small, stream));
  count<<<4, 256, 0, stream>>>(x, 1000);
  int last = 0;
  CALL(cudaMemcpyAsync(&last, x + 999, sizeof last, cudaMemcpyDeviceToHost, stream));
  CALL(cudaStreamSynchronize(stream));
  CHECK(last == 999 && get(small, cudaMemPoolAttrUsedMemCurrent) == 4000);
  CALL(cudaDeviceSetMemPool(0, small));
  int* y = nullptr;
  CHECK(cudaMallocAsync(&y, 1 << 20, stream) == cudaErrorMemoryAllocation);
  CHECK(cudaGetLastError() == cudaErrorMemoryAllocation);
  CALL(cudaMallocAsync(&y, 1 << 19, stream));
  CALL(cudaFreeAsync(y, stream));
  CALL(cudaFree(x));
  CHECK(get(small, cudaMemPoolAttrUsedMemCurrent) == 0);
  cudaMemLocation here{};
  here.type = cudaMemLocationTypeDevice;
  cudaMemAccessFlags flags;
  CALL(cudaMemPoolGetAccess(&flags, small, &here));
  CHECK(flags == cudaMemAccessFlagsProtReadWrite);
  CALL(cudaMemPoolDestroy(small));
  CALL(cudaDeviceGetMemPool(&current, 0));
  CHECK(current == own);
  CHECK(cudaMemPoolDestroy(own) == cudaErrorInvalidValue);
  CALL(cudaFreeAsync(b, stream));
  std::puts("PASS");
}
