// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Calls that give back a result, without a place for it: an error, or nothing is written where CUDA allows that.
#include <cuda.h>

#include "check.h"

#define REFUSED(call) CHECK((call) == cudaErrorInvalidValue)
#define DRIVER_REFUSED(call) CHECK((call) == CUDA_ERROR_INVALID_VALUE)

__global__ void kernel() {}
__device__ int variable;

static void runtime_calls() {
  cudaStream_t stream;
  cudaEvent_t event;
  cudaGraph_t graph;
  void* memory;
  CALL(cudaStreamCreate(&stream));
  CALL(cudaEventCreate(&event));
  CALL(cudaEventRecord(event));
  CALL(cudaGraphCreate(&graph, 0));
  CALL(cudaMalloc(&memory, 64));

  size_t bytes = 0;
  int least = 1;
  CALL(cudaMemGetInfo(&bytes, nullptr));
  CHECK(bytes > 0);
  CALL(cudaMemGetInfo(nullptr, &bytes));
  CALL(cudaMemGetInfo(nullptr, nullptr));
  CALL(cudaDeviceGetStreamPriorityRange(&least, nullptr));
  CHECK(least == 0);

  REFUSED(cudaDeviceGetAttribute(nullptr, cudaDevAttrWarpSize, 0));
  REFUSED(cudaGetDeviceProperties(nullptr, 0));
  REFUSED(cudaDriverGetVersion(nullptr));
  REFUSED(cudaRuntimeGetVersion(nullptr));
  REFUSED(cudaGetDeviceFlags(nullptr));
  REFUSED(cudaChooseDevice(nullptr, nullptr));
  REFUSED(cudaDeviceCanAccessPeer(nullptr, 0, 0));
  REFUSED(cudaDeviceGetLimit(nullptr, cudaLimitStackSize));
  REFUSED(cudaDeviceGetPCIBusId(nullptr, 10, 0));
  REFUSED(cudaDeviceGetCacheConfig(nullptr));
  REFUSED(cudaEventCreate(nullptr));
  REFUSED(cudaEventElapsedTime(nullptr, event, event));
  REFUSED(cudaStreamCreate(nullptr));
  REFUSED(cudaStreamGetPriority(stream, nullptr));
  REFUSED(cudaStreamGetFlags(stream, nullptr));
  REFUSED(cudaStreamIsCapturing(stream, nullptr));
  REFUSED(cudaStreamEndCapture(stream, nullptr));
  REFUSED(cudaGraphInstantiate(nullptr, graph, 0));
  REFUSED(cudaGraphGetRootNodes(graph, nullptr, nullptr));
  REFUSED(cudaGraphGetNodes(graph, nullptr, nullptr));
  REFUSED(cudaPointerGetAttributes(nullptr, memory));
  REFUSED(cudaMallocPitch(nullptr, &bytes, 4, 4));
  REFUSED(cudaMallocPitch(&memory, nullptr, 4, 4));
  REFUSED(cudaMalloc3D(nullptr, make_cudaExtent(4, 4, 4)));
  REFUSED(cudaGetSymbolAddress(nullptr, variable));
  REFUSED(cudaGetSymbolSize(nullptr, variable));
  REFUSED(cudaFuncGetAttributes(nullptr, kernel));
  REFUSED(cudaOccupancyMaxActiveBlocksPerMultiprocessor(nullptr, kernel, 32, 0));
  REFUSED(cudaGetLastError());
}

static void driver_calls() {
  CUcontext context;
  CUdeviceptr memory;
  size_t bytes = 0;
  CHECK(cuInit(0) == CUDA_SUCCESS);
  CHECK(cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS);
  CHECK(cuCtxSetCurrent(context) == CUDA_SUCCESS);
  CHECK(cuMemAlloc(&memory, 64) == CUDA_SUCCESS);

  CHECK(cuMemGetInfo(&bytes, nullptr) == CUDA_SUCCESS && bytes > 0);
  CHECK(cuMemGetInfo(nullptr, &bytes) == CUDA_SUCCESS);
  CHECK(cuMemGetAddressRange(nullptr, &bytes, memory) == CUDA_SUCCESS && bytes == 64);

  DRIVER_REFUSED(cuDriverGetVersion(nullptr));
  DRIVER_REFUSED(cuDeviceGetName(nullptr, 10, 0));
  DRIVER_REFUSED(cuDeviceGetCount(nullptr));
  DRIVER_REFUSED(cuDeviceGet(nullptr, 0));
  DRIVER_REFUSED(cuDeviceTotalMem(nullptr, 0));
  DRIVER_REFUSED(cuDeviceGetAttribute(nullptr, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0));
  DRIVER_REFUSED(cuCtxGetCurrent(nullptr));
  DRIVER_REFUSED(cuCtxGetDevice(nullptr));
  DRIVER_REFUSED(cuCtxGetLimit(nullptr, CU_LIMIT_STACK_SIZE));
  DRIVER_REFUSED(cuEventCreate(nullptr, 0));
  DRIVER_REFUSED(cuPointerGetAttribute(nullptr, CU_POINTER_ATTRIBUTE_CONTEXT, memory));
  DRIVER_REFUSED(cuMemAllocPitch(&memory, nullptr, 4, 4, 4));
}

int main() {
  runtime_calls();
  driver_calls();
  std::puts("PASS");
}
