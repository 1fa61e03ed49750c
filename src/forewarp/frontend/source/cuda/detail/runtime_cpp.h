// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What C++ adds to the entry points: typed pointers, symbols by reference, kernels by their types.
template <class T>
static inline cudaError_t cudaMalloc(T** pointer, size_t bytes) {
  return cudaMalloc((void**)pointer, bytes);
}
template <class T>
static inline cudaError_t cudaMallocHost(T** pointer, size_t bytes, unsigned flags = 0) {
  return cudaHostAlloc((void**)pointer, bytes, flags);
}
template <class T>
static inline cudaError_t cudaHostAlloc(T** pointer, size_t bytes, unsigned flags) {
  return cudaHostAlloc((void**)pointer, bytes, flags);
}
template <class T>
static inline cudaError_t cudaHostGetDevicePointer(T** device, void* host, unsigned flags) {
  return cudaHostGetDevicePointer((void**)device, host, flags);
}
template <class T>
static inline cudaError_t cudaMallocManaged(T** pointer, size_t bytes, unsigned flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void**)pointer, bytes, flags);
}
/// The forms of CUDA 13, whose places are those of the host, too.
static inline int __fw_device_of(struct cudaMemLocation place) {
  return place.type == cudaMemLocationTypeDevice ? place.id : cudaCpuDeviceId;
}
static inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, struct cudaMemLocation place,
                                               unsigned, cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync(pointer, bytes, __fw_device_of(place), stream);
}
static inline cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, enum cudaMemoryAdvise advice,
                                        struct cudaMemLocation place) {
  return cudaMemAdvise(pointer, bytes, advice, __fw_device_of(place));
}
template <class T>
static inline cudaError_t cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return cudaMallocPitch((void**)pointer, pitch, width, height);
}
template <class T>
static inline cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync((void**)pointer, bytes, stream);
}
template <class T>
static inline cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)pointer, bytes, pool, stream);
}
template <class T>
static inline cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)pointer, bytes, pool, stream);
}
template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cudaMemcpyToSymbol((const void*)&symbol, from, bytes, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cudaMemcpyFromSymbol(to, (const void*)&symbol, bytes, offset, kind);
}
template <class T>
static inline cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t bytes, size_t offset = 0,
                                                  cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                  cudaStream_t stream = 0) {
  return cudaMemcpyToSymbolAsync((const void*)&symbol, from, bytes, offset, kind, stream);
}
template <class T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t bytes, size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                    cudaStream_t stream = 0) {
  return cudaMemcpyFromSymbolAsync(to, (const void*)&symbol, bytes, offset, kind, stream);
}
template <class T>
static inline cudaError_t cudaGetSymbolAddress(void** address, const T& symbol) {
  return cudaGetSymbolAddress(address, (const void*)&symbol);
}
template <class T>
static inline cudaError_t cudaGetSymbolSize(size_t* bytes, const T& symbol) {
  return cudaGetSymbolSize(bytes, (const void*)&symbol);
}
static inline cudaError_t cudaEventCreate(cudaEvent_t* event, unsigned flags) {
  return cudaEventCreateWithFlags(event, flags);
}
template <class F>
static inline cudaError_t cudaFuncSetAttribute(F* function, cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute((const void*)function, attribute, value);
}
template <class F>
static inline cudaError_t cudaFuncSetCacheConfig(F* function, cudaFuncCache config) {
  return cudaFuncSetCacheConfig((const void*)function, config);
}
template <class F>
static inline cudaError_t cudaFuncSetSharedMemConfig(F* function, cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig((const void*)function, config);
}
template <class F>
static inline cudaError_t cudaGetFuncBySymbol(cudaFunction_t* out, F* function) {
  return cudaGetFuncBySymbol(out, (const void*)function);
}
template <class F>
static inline cudaError_t cudaGetKernel(cudaKernel_t* out, F* function) {
  return cudaGetKernel(out, (const void*)function);
}
template <class F>
static inline cudaError_t cudaFuncGetName(const char** name, F* function) {
  return cudaFuncGetName(name, (const void*)function);
}
template <class F>
static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, F* function) {
  return cudaFuncGetAttributes(attributes, (const void*)function);
}
template <class F>
static inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, F* function, int blocks,
                                                                    int block_size) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, (const void*)function, blocks, block_size);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, F* function, int block_size,
                                                                        size_t shared_bytes) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void*)function, block_size, shared_bytes);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, F* function,
                                                                                 int block_size, size_t shared_bytes,
                                                                                 unsigned flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, (const void*)function, block_size, shared_bytes,
                                                                flags);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, F* function, const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxActiveClusters(clusters, (const void*)function, config);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, F* function, const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxPotentialClusterSize(size, (const void*)function, config);
}
/// The block size, in multiples of a warp, with the most resident threads; of equal ones the largest.
template <class F, class S>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* min_grid, int* block_size, F* function,
                                                                         S shared_bytes_of, int limit = 0) {
  int device = 0, sms = 0;
  cudaFuncAttributes attributes;
  cudaError_t status = cudaGetDevice(&device);
  if (status == cudaSuccess) status = cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device);
  if (status == cudaSuccess) status = cudaFuncGetAttributes(&attributes, (const void*)function);
  if (status != cudaSuccess) return status;
  int most = attributes.maxThreadsPerBlock, best_threads = 0;
  if (limit > 0 && limit < most) most = limit;
  for (int size = (most + 31) / 32 * 32; size > 0; size -= 32) {
    const int tried = size < most ? size : most;
    int blocks = 0;
    status = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void*)function, tried,
                                                           (size_t)shared_bytes_of(tried));
    if (status != cudaSuccess) return status;
    if (blocks * tried > best_threads) {
      best_threads = blocks * tried;
      *block_size = tried;
      *min_grid = blocks * sms;
    }
  }
  return cudaSuccess;
}
template <class F>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid, int* block_size, F* function,
                                                             size_t shared_bytes = 0, int limit = 0) {
  struct Constant {
    size_t bytes;
    size_t operator()(int) const { return bytes; }
  };
  return cudaOccupancyMaxPotentialBlockSizeVariableSMem(min_grid, block_size, function, Constant{shared_bytes}, limit);
}
template <class F>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* min_grid, int* block_size, F* function,
                                                                      size_t shared_bytes = 0, int limit = 0,
                                                                      unsigned = 0) {
  return cudaOccupancyMaxPotentialBlockSize(min_grid, block_size, function, shared_bytes, limit);
}
template <class F>
static inline cudaError_t cudaLaunchKernel(F* function, dim3 grid, dim3 block, void** arguments,
                                           size_t shared_bytes = 0, cudaStream_t stream = 0) {
  return cudaLaunchKernel((const void*)function, grid, block, arguments, shared_bytes, stream);
}
template <class F>
static inline cudaError_t cudaLaunchCooperativeKernel(F* function, dim3 grid, dim3 block, void** arguments,
                                                      size_t shared_bytes = 0, cudaStream_t stream = 0) {
  return cudaLaunchCooperativeKernel((const void*)function, grid, block, arguments, shared_bytes, stream);
}
template <class... P, class... A>
static inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(P...), A&&... arguments) {
  const auto launch = [&](P... values) {
    void* pointers[] = {(void*)&values..., nullptr};
    return cudaLaunchKernelExC(config, (const void*)kernel, pointers);
  };
  return launch(static_cast<A&&>(arguments)...);
}
/// The form of CUDA 11: the last two parameters told where an error was.
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t* exec, cudaGraph_t graph, cudaGraphNode_t*, char*,
                                               size_t) {
  return cudaGraphInstantiate(exec, graph, 0ULL);
}
/// As of CUDA 11.
static inline cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t* error,
                                              cudaGraphExecUpdateResult* result) {
  cudaGraphExecUpdateResultInfo info = {};
  const cudaError_t status = cudaGraphExecUpdate(exec, graph, &info);
  if (error) *error = info.errorNode;
  if (result) *result = info.result;
  return status;
}
