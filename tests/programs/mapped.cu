// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A vector that grows in place: addresses are reserved once, memory is mapped behind what is there.
#include <cuda.h>

#include <vector>

#include "check.h"

#define OK(call) CHECK((call) == CUDA_SUCCESS)

__global__ void add(int* values, int n, int by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) values[i] += by;
}

static CUmemAllocationProp properties() {
  CUmemAllocationProp p = {};
  p.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  p.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  return p;
}

static CUmemAccessDesc access() {
  CUmemAccessDesc a = {};
  a.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  a.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  return a;
}

int main() {
  OK(cuInit(0));
  CALL(cudaFree(nullptr));
  int supported = 0;
  OK(cuDeviceGetAttribute(&supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_ADDRESS_MANAGEMENT_SUPPORTED, 0));
  CHECK(supported == 1);
  const CUmemAllocationProp p = properties();
  const CUmemAccessDesc a = access();
  size_t page = 0, before = 0, left = 0, total = 0;
  OK(cuMemGetAllocationGranularity(&page, &p, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
  OK(cuMemGetInfo(&before, &total));
  CUdeviceptr begin;
  OK(cuMemAddressReserve(&begin, 4 * page, 0, 0, 0));
  CUmemGenericAllocationHandle first, second;
  CHECK(cuMemCreate(&first, page + 1, &p, 0) == CUDA_ERROR_INVALID_VALUE);
  OK(cuMemCreate(&first, page, &p, 0));
  OK(cuMemCreate(&second, page, &p, 0));
  OK(cuMemGetInfo(&left, &total));
  CHECK(before - left == 2 * page);
  OK(cuMemMap(begin, page, 0, first, 0));
  CHECK(cuMemMap(begin, page, 0, second, 0) == CUDA_ERROR_INVALID_VALUE);
  CHECK(cuMemMap(begin + page, page, 0, first, 0) == CUDA_ERROR_NOT_SUPPORTED);  // mapped elsewhere
  const int value = 1;
  CHECK(cuMemcpyHtoD(begin, &value, sizeof value) == CUDA_ERROR_INVALID_VALUE);  // nobody may access it yet
  OK(cuMemSetAccess(begin, page, &a, 1));
  const int half = static_cast<int>(page / sizeof(int)), n = 2 * half;
  OK(cuMemsetD32(begin, 7, half));
  add<<<half / 256, 256>>>(reinterpret_cast<int*>(begin), half, 1);

  OK(cuMemMap(begin + page, page, 0, second, 0));
  OK(cuMemSetAccess(begin + page, page, &a, 1));
  unsigned long long flags = 0;
  OK(cuMemGetAccess(&flags, &p.location, begin + page));
  CHECK(flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE);
  add<<<n / 256, 256>>>(reinterpret_cast<int*>(begin), n, 2);  // across both
  std::vector<int> got(n);
  OK(cuMemcpyDtoH(got.data(), begin, 2 * page));
  CHECK(got[0] == 10 && got[half - 1] == 10 && got[half] == 2 && got[n - 1] == 2);

  // The bytes go with the memory, to another place.
  CHECK(cuMemUnmap(begin, page / 2) == CUDA_ERROR_INVALID_VALUE);
  OK(cuMemUnmap(begin, page));
  CHECK(cuMemcpyDtoH(got.data(), begin, page) == CUDA_ERROR_INVALID_VALUE);
  OK(cuMemMap(begin + 2 * page, page, 0, first, 0));
  OK(cuMemRelease(first));  // mapped, it stays
  OK(cuMemSetAccess(begin + 2 * page, page, &a, 1));
  OK(cuMemcpyDtoH(got.data(), begin + page, 2 * page));
  CHECK(got[0] == 2 && got[half] == 10);
  CUmemGenericAllocationHandle again;
  OK(cuMemRetainAllocationHandle(&again, reinterpret_cast<void*>(begin + 2 * page)));
  CHECK(again == first);
  OK(cuMemRelease(again));

  CHECK(cuMemAddressFree(begin, 4 * page) == CUDA_ERROR_INVALID_VALUE);
  OK(cuMemUnmap(begin + page, 2 * page));
  OK(cuMemRelease(second));
  OK(cuMemAddressFree(begin, 4 * page));
  OK(cuMemGetInfo(&left, &total));
  CHECK(left == before);
  CHECK(cuMemRelease(second) == CUDA_ERROR_INVALID_VALUE);
  std::puts("PASS");
}
