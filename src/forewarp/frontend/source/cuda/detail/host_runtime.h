// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Declarations of the host runtime, enough for a whole user file to pass the compiler; nothing here is ever run.
typedef enum cudaError {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorNotReady = 600,
  cudaErrorUnknown = 999
} cudaError_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaFuncCache {
  cudaFuncCachePreferNone,
  cudaFuncCachePreferShared,
  cudaFuncCachePreferL1,
  cudaFuncCachePreferEqual
};
enum cudaSharedMemConfig {
  cudaSharedMemBankSizeDefault,
  cudaSharedMemBankSizeFourByte,
  cudaSharedMemBankSizeEightByte
};
enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97
};
enum {
  cudaEventDefault = 0,
  cudaEventBlockingSync = 1,
  cudaEventDisableTiming = 2,
  cudaStreamDefault = 0,
  cudaStreamNonBlocking = 1,
  cudaHostAllocDefault = 0,
  cudaHostAllocMapped = 2,
  cudaMemAttachGlobal = 1
};
typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;
struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock, memPitch, totalConstMem, sharedMemPerMultiprocessor, sharedMemPerBlockOptin;
  int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate, major, minor,
      multiProcessorCount, memoryClockRate, memoryBusWidth, l2CacheSize, maxThreadsPerMultiProcessor,
      regsPerMultiprocessor, concurrentKernels, integrated, canMapHostMemory, cooperativeLaunch, ECCEnabled;
};
struct cudaFuncAttributes {
  size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, maxDynamicSharedSizeBytes;
};
extern "C" {
__host__ __device__ cudaError_t cudaGetLastError();
__host__ __device__ cudaError_t cudaPeekAtLastError();
__host__ __device__ const char* cudaGetErrorString(cudaError_t);
__host__ __device__ const char* cudaGetErrorName(cudaError_t);
__host__ __device__ cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaSetDevice(int);
cudaError_t cudaGetDevice(int*);
cudaError_t cudaGetDeviceCount(int*);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp*, int);
cudaError_t cudaDeviceGetAttribute(int*, cudaDeviceAttr, int);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig);
cudaError_t cudaMemGetInfo(size_t*, size_t*);
cudaError_t cudaFree(void*);
cudaError_t cudaFreeHost(void*);
cudaError_t cudaHostUnregister(void*);
cudaError_t cudaHostRegister(void*, size_t, unsigned);
cudaError_t cudaMemcpy(void*, const void*, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpyAsync(void*, const void*, size_t, cudaMemcpyKind, cudaStream_t = 0);
cudaError_t cudaMemcpy2D(void*, size_t, const void*, size_t, size_t, size_t, cudaMemcpyKind);
cudaError_t cudaMemset(void*, int, size_t);
cudaError_t cudaMemsetAsync(void*, int, size_t, cudaStream_t = 0);
cudaError_t cudaMemset2D(void*, size_t, int, size_t, size_t);
cudaError_t cudaMemPrefetchAsync(const void*, size_t, int, cudaStream_t = 0);
cudaError_t cudaStreamCreate(cudaStream_t*);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t*, unsigned);
cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0);
cudaError_t cudaStreamQuery(cudaStream_t);
cudaError_t cudaEventCreate(cudaEvent_t*);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t*, unsigned);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaEventQuery(cudaEvent_t);
cudaError_t cudaEventElapsedTime(float*, cudaEvent_t, cudaEvent_t);
cudaError_t cudaEventDestroy(cudaEvent_t);
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();
cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t);
cudaError_t cudaLaunchCooperativeKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared_bytes = 0, void* stream = 0);
}
template <class T>
cudaError_t cudaMalloc(T**, size_t);
template <class T>
cudaError_t cudaMallocHost(T**, size_t, unsigned = 0);
template <class T>
cudaError_t cudaHostAlloc(T**, size_t, unsigned);
template <class T>
cudaError_t cudaHostGetDevicePointer(T**, void*, unsigned);
template <class T>
cudaError_t cudaMallocManaged(T**, size_t, unsigned = cudaMemAttachGlobal);
template <class T>
cudaError_t cudaMallocPitch(T**, size_t*, size_t, size_t);
template <class T>
cudaError_t cudaMallocAsync(T**, size_t, cudaStream_t);
cudaError_t cudaFreeAsync(void*, cudaStream_t);
template <class T>
cudaError_t cudaMemcpyToSymbol(const T&, const void*, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyHostToDevice);
template <class T>
cudaError_t cudaMemcpyFromSymbol(void*, const T&, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost);
template <class T>
cudaError_t cudaGetSymbolAddress(void**, const T&);
template <class F>
cudaError_t cudaFuncSetAttribute(F*, cudaFuncAttribute, int);
template <class F>
cudaError_t cudaFuncSetCacheConfig(F*, cudaFuncCache);
template <class F>
cudaError_t cudaFuncSetSharedMemConfig(F*, cudaSharedMemConfig);
template <class F>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes*, F*);
template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int*, F*, int, size_t);
template <class F>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int*, int*, F*, size_t = 0, int = 0);
template <class F>
cudaError_t cudaLaunchKernel(F*, dim3, dim3, void**, size_t = 0, cudaStream_t = 0);
template <class F>
cudaError_t cudaLaunchCooperativeKernel(F*, dim3, dim3, void**, size_t = 0, cudaStream_t = 0);
