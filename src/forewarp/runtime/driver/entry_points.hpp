// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The entry points that entry_points.def lists. Names and parameters are NVIDIA's.
#include "forewarp/runtime/driver/api.hpp"

namespace forewarp::driver {

extern "C" {

// devices.cpp
Result cuInit(unsigned flags);
Result cuDriverGetVersion(int* out);
Result cuDeviceGetCount(int* count);
Result cuDeviceGet(int* device, int ordinal);
Result cuDeviceGetName(char* name, int bytes, int device);
Result cuDeviceGetUuid(Uuid* uuid, int device);
Result cuDeviceGetUuid_v2(Uuid* uuid, int device);
Result cuDeviceTotalMem_v2(std::size_t* bytes, int device);
Result cuDeviceGetAttribute(int* value, int which, int device);
Result cuDeviceGetTexture1DLinearMaxWidth(std::size_t* width, unsigned format, unsigned channels, int device);
Result cuDeviceGetProperties(DeviceProperties* out, int device);
Result cuDeviceComputeCapability(int* major, int* minor, int device);
Result cuDeviceGetPCIBusId(char* id, int bytes, int device);
Result cuDeviceGetByPCIBusId(int* device, const char* id);
Result cuDeviceCanAccessPeer(int* can, int device, int peer);
Result cuDeviceGetP2PAttribute(int* value, int which, int device, int peer);

// contexts.cpp
Result cuDevicePrimaryCtxRetain(Context** context, int device);
Result cuDevicePrimaryCtxRelease_v2(int device);
Result cuDevicePrimaryCtxRelease(int device);
Result cuDevicePrimaryCtxReset_v2(int device);
Result cuDevicePrimaryCtxReset(int device);
Result cuDevicePrimaryCtxSetFlags_v2(int device, unsigned flags);
Result cuDevicePrimaryCtxSetFlags(int device, unsigned flags);
Result cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* active);
Result cuCtxCreate_v2(Context** context, unsigned flags, int device);
Result cuCtxCreate_v3(Context** context, const void*, int affinities, unsigned flags, int device);
Result cuCtxCreate_v4(Context** context, const void* parameters, unsigned flags, int device);
Result cuCtxDestroy_v2(Context* context);
Result cuCtxPushCurrent_v2(Context* context);
Result cuCtxPopCurrent_v2(Context** context);
Result cuCtxSetCurrent(Context* context);
Result cuCtxGetCurrent(Context** context);
Result cuCtxGetDevice(int* device);
Result cuCtxGetDevice_v2(int* device, Context* context);
Result cuCtxGetFlags(unsigned* flags);
Result cuCtxSetFlags(unsigned flags);
Result cuCtxGetId(Context* context, unsigned long long* id);
Result cuCtxGetApiVersion(Context* context, unsigned* out);
Result cuCtxSynchronize();
Result cuCtxSynchronize_v2(Context* context);
Result cuCtxSetCacheConfig(int);
Result cuCtxGetCacheConfig(int* config);
Result cuCtxSetSharedMemConfig(int);
Result cuCtxGetSharedMemConfig(int* config);
Result cuCtxSetLimit(int limit, std::size_t);
Result cuCtxGetLimit(std::size_t* value, int limit);
Result cuCtxGetStreamPriorityRange(int* least, int* greatest);
Result cuCtxResetPersistingL2Cache();
Result cuCtxEnablePeerAccess(Context* peer, unsigned);
Result cuCtxDisablePeerAccess(Context* peer);
Result cuProfilerStart();
Result cuProfilerStop();

// modules.cpp
Result cuModuleLoad(Library** out, const char* path);
Result cuModuleLoadData(Library** out, const void* image);
Result cuModuleLoadDataEx(Library** out, const void* image, unsigned count, int* options, void** values);
Result cuModuleLoadFatBinary(Library** out, const void* image);
Result cuModuleUnload(Library* module);
Result cuModuleGetFunction(Function* out, Library* module, const char* name);
Result cuModuleGetGlobal_v2(DevicePointer* address, std::size_t* bytes, Library* module, const char* name);
Result cuModuleGetFunctionCount(unsigned* count, Library* module);
Result cuModuleEnumerateFunctions(Function* out, unsigned count, Library* module);
Result cuModuleGetLoadingMode(int* mode);
Result cuLibraryLoadData(Library** out, const void* image, int* options, void** values, unsigned count, int*, void**,
                         unsigned);
Result cuLibraryLoadFromFile(Library** out, const char* path, int*, void**, unsigned, int*, void**, unsigned);
Result cuLibraryUnload(Library* library);
Result cuLibraryGetModule(Library** module, Library* library);
Result cuLibraryGetKernel(Function* out, Library* library, const char* name);
Result cuLibraryGetGlobal(DevicePointer* address, std::size_t* bytes, Library* library, const char* name);
Result cuLibraryGetManaged(DevicePointer* address, std::size_t* bytes, Library* library, const char* name);
Result cuLibraryGetKernelCount(unsigned* count, Library* library);
Result cuLibraryEnumerateKernels(Function* out, unsigned count, Library* library);
Result cuKernelGetFunction(Function* out, Function kernel);
Result cuKernelGetLibrary(Library** out, Function kernel);
Result cuFuncGetModule(Library** out, Function function);

// linking.cpp
Result cuLinkCreate_v2(unsigned count, int* options, void** values, Linker** out);
Result cuLinkAddData_v2(Linker* linker, int kind, void* data, std::size_t bytes, const char* name, unsigned, int*,
                        void**);
Result cuLinkAddFile_v2(Linker* linker, int kind, const char* path, unsigned, int*, void**);
Result cuLinkComplete(Linker* linker, void** image, std::size_t* bytes);
Result cuLinkDestroy(Linker* linker);

// functions.cpp
Result cuFuncGetAttribute(int* value, int which, Function function);
Result cuFuncSetAttribute(Function function, int which, int value);
Result cuKernelGetAttribute(int* value, int which, Function kernel, int);
Result cuKernelSetAttribute(int which, int value, Function kernel, int);
Result cuFuncSetCacheConfig(Function function, int);
Result cuKernelSetCacheConfig(Function kernel, int, int);
Result cuFuncSetSharedMemConfig(Function function, int);
Result cuFuncGetName(const char** name, Function function);
Result cuKernelGetName(const char** name, Function kernel);
Result cuFuncGetParamInfo(Function function, std::size_t index, std::size_t* offset, std::size_t* bytes);
Result cuKernelGetParamInfo(Function kernel, std::size_t index, std::size_t* offset, std::size_t* bytes);
Result cuFuncLoad(Function function);
Result cuFuncIsLoaded(int* loaded, Function function);
Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, Function function, int threads,
                                                   std::size_t shared_bytes);
Result cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, Function function, int threads,
                                                            std::size_t shared_bytes, unsigned);
Result cuOccupancyMaxPotentialBlockSize(int* grid, int* block, Function function, std::size_t (*shared_of)(int),
                                        std::size_t shared_bytes, int limit);
Result cuOccupancyMaxPotentialBlockSizeWithFlags(int* grid, int* block, Function function,
                                                 std::size_t (*shared_of)(int), std::size_t shared_bytes, int limit,
                                                 unsigned);
Result cuOccupancyMaxActiveClusters(int* clusters, Function function, const LaunchConfig* config);
Result cuOccupancyMaxPotentialClusterSize(int* size, Function function, const LaunchConfig* config);
Result cuOccupancyAvailableDynamicSMemPerBlock(std::size_t* bytes, Function function, int blocks, int threads);

// launches.cpp
Result cuLaunchKernel(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                      unsigned block_y, unsigned block_z, unsigned shared_bytes, Stream stream, void** arguments,
                      void** extra);
Result cuLaunchCooperativeKernel(Function function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                                 unsigned block_y, unsigned block_z, unsigned shared_bytes, Stream stream,
                                 void** arguments);
Result cuLaunchKernelEx(const LaunchConfig* config, Function function, void** arguments, void** extra);

// memory.cpp
Result cuMemGetInfo_v2(std::size_t* free_bytes, std::size_t* total_bytes);
Result cuMemAlloc_v2(DevicePointer* out, std::size_t bytes);
Result cuMemAllocPitch_v2(DevicePointer* out, std::size_t* pitch, std::size_t width, std::size_t height, unsigned);
Result cuMemAllocManaged(DevicePointer* out, std::size_t bytes, unsigned flags);
Result cuMemFree_v2(DevicePointer address);
Result cuMemAllocHost_v2(void** out, std::size_t bytes);
Result cuMemHostAlloc(void** out, std::size_t bytes, unsigned flags);
Result cuMemFreeHost(void* pointer);
Result cuMemHostRegister_v2(void* pointer, std::size_t bytes, unsigned flags);
Result cuMemHostUnregister(void* pointer);
Result cuMemHostGetDevicePointer_v2(DevicePointer* out, void* host, unsigned);
Result cuMemHostGetFlags(unsigned* flags, void* host);
Result cuMemGetAddressRange_v2(DevicePointer* begin, std::size_t* bytes, DevicePointer address);
Result cuStreamAttachMemAsync(Stream stream, DevicePointer, std::size_t, unsigned);
Result cuPointerGetAttribute(void* out, int which, DevicePointer address);
Result cuPointerGetAttributes(unsigned count, int* which, void** out, DevicePointer address);
Result cuPointerSetAttribute(const void*, int which, DevicePointer address);

// managed.cpp
Result cuMemAdvise(DevicePointer address, std::size_t bytes, int advice, int device);
Result cuMemAdvise_v2(DevicePointer address, std::size_t bytes, int advice, MemoryLocation place);
Result cuMemPrefetchAsync(DevicePointer address, std::size_t bytes, int device, Stream stream);
Result cuMemPrefetchAsync_v2(DevicePointer address, std::size_t bytes, MemoryLocation place, unsigned, Stream stream);
Result cuMemRangeGetAttribute(void* data, std::size_t data_bytes, int which, DevicePointer address, std::size_t bytes);
Result cuMemRangeGetAttributes(void** data, std::size_t* data_bytes, int* which, std::size_t count,
                               DevicePointer address, std::size_t bytes);

// pools.cpp
Result cuMemAllocAsync(DevicePointer* out, std::size_t bytes, Stream stream);
Result cuMemAllocFromPoolAsync(DevicePointer* out, std::size_t bytes, Pool* pool, Stream stream);
Result cuMemFreeAsync(DevicePointer address, Stream stream);
Result cuDeviceGetDefaultMemPool(Pool** out, int device);
Result cuDeviceGetMemPool(Pool** out, int device);
Result cuDeviceSetMemPool(int device, Pool* pool);
Result cuMemPoolCreate(Pool** out, const void* properties);
Result cuMemPoolDestroy(Pool* pool);
Result cuMemPoolTrimTo(Pool* pool, std::size_t bytes);
Result cuMemPoolGetAttribute(Pool* pool, int which, void* out);
Result cuMemPoolSetAttribute(Pool* pool, int which, void* value);
Result cuMemPoolSetAccess(Pool* pool, const void* access, std::size_t count);
Result cuMemPoolGetAccess(int* flags, Pool* pool, const MemoryLocation* location);

// arrays.cpp
Result cuArrayCreate_v2(void** array, const ArrayDescription* description);
Result cuArray3DCreate_v2(void** array, const Array3DDescription* description);
Result cuArrayDestroy(void* array);
Result cuArrayGetDescriptor_v2(ArrayDescription* out, void* array);
Result cuArray3DGetDescriptor_v2(Array3DDescription* out, void* array);
Result cuTexObjectCreate(std::uint64_t* out, const ResourceDescription* resource, const TextureDescription* texture,
                         const void* view);
Result cuTexObjectDestroy(std::uint64_t texture);
Result cuSurfObjectCreate(std::uint64_t* out, const ResourceDescription* resource);
Result cuSurfObjectDestroy(std::uint64_t surface);

// virtual_memory.cpp
Result cuMemGetAllocationGranularity(std::size_t* bytes, const AllocationProperties* p, int);
Result cuMemAddressReserve(DevicePointer* address, std::size_t bytes, std::size_t alignment, DevicePointer,
                           unsigned long long flags);
Result cuMemAddressFree(DevicePointer address, std::size_t bytes);
Result cuMemCreate(std::uint64_t* handle, std::size_t bytes, const AllocationProperties* p, unsigned long long flags);
Result cuMemRelease(std::uint64_t handle);
Result cuMemMap(DevicePointer address, std::size_t bytes, std::size_t offset, std::uint64_t handle,
                unsigned long long flags);
Result cuMemUnmap(DevicePointer address, std::size_t bytes);
Result cuMemSetAccess(DevicePointer address, std::size_t bytes, const MemoryAccess* access, std::size_t count);
Result cuMemGetAccess(unsigned long long* flags, const MemoryLocation* location, DevicePointer address);
Result cuMemRetainAllocationHandle(std::uint64_t* handle, void* address);
Result cuMemGetAllocationPropertiesFromHandle(AllocationProperties* out, std::uint64_t handle);

// copies.cpp
Result cuMemcpyHtoA_v2(void* to, std::size_t at, const void* from, std::size_t bytes);
Result cuMemcpyAtoH_v2(void* to, void* from, std::size_t at, std::size_t bytes);
Result cuMemcpyDtoA_v2(void* to, std::size_t at, DevicePointer from, std::size_t bytes);
Result cuMemcpyAtoD_v2(DevicePointer to, void* from, std::size_t at, std::size_t bytes);
Result cuMemcpy(DevicePointer to, DevicePointer from, std::size_t bytes);
Result cuMemcpyAsync(DevicePointer to, DevicePointer from, std::size_t bytes, Stream stream);
Result cuMemcpyHtoD_v2(DevicePointer to, const void* from, std::size_t bytes);
Result cuMemcpyHtoDAsync_v2(DevicePointer to, const void* from, std::size_t bytes, Stream stream);
Result cuMemcpyDtoH_v2(void* to, DevicePointer from, std::size_t bytes);
Result cuMemcpyDtoHAsync_v2(void* to, DevicePointer from, std::size_t bytes, Stream stream);
Result cuMemcpyDtoD_v2(DevicePointer to, DevicePointer from, std::size_t bytes);
Result cuMemcpyDtoDAsync_v2(DevicePointer to, DevicePointer from, std::size_t bytes, Stream stream);
Result cuMemcpyPeer(DevicePointer to, Context*, DevicePointer from, Context*, std::size_t bytes);
Result cuMemcpyPeerAsync(DevicePointer to, Context*, DevicePointer from, Context*, std::size_t bytes, Stream stream);
Result cuMemcpy2D_v2(const Copy2D* c);
Result cuMemcpy2DUnaligned_v2(const Copy2D* c);
Result cuMemcpy2DAsync_v2(const Copy2D* c, Stream stream);
Result cuMemcpy3D_v2(const Copy3D* c);
Result cuMemcpy3DAsync_v2(const Copy3D* c, Stream stream);
Result cuMemsetD8_v2(DevicePointer to, unsigned char value, std::size_t count);
Result cuMemsetD16_v2(DevicePointer to, unsigned short value, std::size_t count);
Result cuMemsetD32_v2(DevicePointer to, unsigned value, std::size_t count);
Result cuMemsetD8Async(DevicePointer to, unsigned char value, std::size_t count, Stream stream);
Result cuMemsetD16Async(DevicePointer to, unsigned short value, std::size_t count, Stream stream);
Result cuMemsetD32Async(DevicePointer to, unsigned value, std::size_t count, Stream stream);
Result cuMemsetD2D8_v2(DevicePointer to, std::size_t pitch, unsigned char value, std::size_t width, std::size_t height);
Result cuMemsetD2D16_v2(DevicePointer to, std::size_t pitch, unsigned short value, std::size_t width,
                        std::size_t height);
Result cuMemsetD2D32_v2(DevicePointer to, std::size_t pitch, unsigned value, std::size_t width, std::size_t height);
Result cuMemsetD2D8Async(DevicePointer to, std::size_t pitch, unsigned char value, std::size_t width,
                         std::size_t height, Stream stream);
Result cuMemsetD2D16Async(DevicePointer to, std::size_t pitch, unsigned short value, std::size_t width,
                          std::size_t height, Stream stream);
Result cuMemsetD2D32Async(DevicePointer to, std::size_t pitch, unsigned value, std::size_t width, std::size_t height,
                          Stream stream);

// streams.cpp
Result cuStreamCreate(Stream* stream, unsigned flags);
Result cuStreamCreateWithPriority(Stream* stream, unsigned flags, int);
Result cuStreamDestroy_v2(Stream stream);
Result cuStreamSynchronize(Stream stream);
Result cuStreamQuery(Stream stream);
Result cuStreamWaitEvent(Stream stream, EventHandle event, unsigned);
Result cuStreamGetPriority(Stream stream, int* priority);
Result cuStreamGetFlags(Stream stream, unsigned* flags);
Result cuStreamGetId(Stream stream, unsigned long long* id);
Result cuStreamGetCtx(Stream stream, Context** context);
Result cuStreamGetDevice(Stream stream, int* device);
Result cuStreamAddCallback(Stream stream, void (*callback)(Stream, Result, void*), void* data, unsigned);
Result cuLaunchHostFunc(Stream stream, void (*function)(void*), void* data);
Result cuEventCreate(EventHandle* event, unsigned flags);
Result cuEventDestroy_v2(EventHandle event);
Result cuEventRecord(EventHandle event, Stream stream);
Result cuEventRecordWithFlags(EventHandle event, Stream stream, unsigned);
Result cuEventSynchronize(EventHandle event);
Result cuEventQuery(EventHandle event);
Result cuEventElapsedTime(float* milliseconds, EventHandle start, EventHandle end);
Result cuEventElapsedTime_v2(float* milliseconds, EventHandle start, EventHandle end);

// graphs.cpp
Result cuStreamBeginCapture_v2(Stream stream, int);
Result cuStreamEndCapture(Stream stream, GraphHandle* graph);
Result cuStreamIsCapturing(Stream stream, int* status);
Result cuThreadExchangeStreamCaptureMode(int* mode);
Result cuGraphCreate(GraphHandle* graph, unsigned);
Result cuGraphAddKernelNode_v2(void** node, GraphHandle graph, void* const*, std::size_t, const KernelNode* p);
Result cuGraphAddMemcpyNode(void** node, GraphHandle graph, void* const*, std::size_t, const Copy3D* p, Context*);
Result cuGraphAddEmptyNode(void** node, GraphHandle graph, void* const*, std::size_t);
Result cuGraphExecKernelNodeSetParams_v2(ExecHandle exec, void* node, const KernelNode* p);
Result cuGraphKernelNodeGetParams_v2(void* node, KernelNode* out);
Result cuGraphKernelNodeGetAttribute(void* node, int id, runtime::LaunchAttribute::Value* value);
Result cuGraphKernelNodeSetAttribute(void* node, int id, const runtime::LaunchAttribute::Value* value);
Result cuGraphKernelNodeSetParams_v2(void* node, const KernelNode* p);
Result cuGraphMemcpyNodeGetParams(void* node, Copy3D* out);
Result cuGraphMemcpyNodeSetParams(void* node, const Copy3D* p);
Result cuGraphExecGetFlags(ExecHandle exec, unsigned long long* flags);
Result cuGraphExecMemcpyNodeSetParams(ExecHandle exec, void* node, const Copy3D* p, Context*);
Result cuGraphInstantiateWithFlags(ExecHandle* exec, GraphHandle graph, unsigned long long);
Result cuGraphInstantiate_v2(ExecHandle* exec, GraphHandle graph, void*, char*, std::size_t);
Result cuGraphLaunch(ExecHandle exec, Stream stream);
Result cuGraphUpload(ExecHandle exec, Stream);
Result cuGraphGetNodes(GraphHandle graph, void** nodes, std::size_t* count);
Result cuGraphExecDestroy(ExecHandle exec);
Result cuGraphDestroy(GraphHandle graph);

// graph_nodes.cpp
Result cuStreamGetCaptureInfo(Stream s, int* status, unsigned long long* id);
Result cuStreamGetCaptureInfo_v2(Stream s, int* status, unsigned long long* id, GraphHandle* graph, void* const** after,
                                 std::size_t* count);
Result cuStreamGetCaptureInfo_v3(Stream s, int* status, unsigned long long* id, GraphHandle* graph, void* const** after,
                                 const void** edges, std::size_t* count);
Result cuStreamUpdateCaptureDependencies(Stream s, void** nodes, std::size_t count, unsigned flags);
Result cuStreamUpdateCaptureDependencies_v2(Stream s, void** nodes, const void*, std::size_t count, unsigned flags);
Result cuGraphAddMemsetNode(void** node, GraphHandle graph, void* const* after, std::size_t count, const void* fill,
                            Context*);
Result cuGraphAddHostNode(void** node, GraphHandle graph, void* const* after, std::size_t count, const void* host);
Result cuGraphAddChildGraphNode(void** node, GraphHandle graph, void* const* after, std::size_t count,
                                GraphHandle child);
Result cuGraphAddEventRecordNode(void** node, GraphHandle graph, void* const* after, std::size_t count,
                                 EventHandle event);
Result cuGraphAddEventWaitNode(void** node, GraphHandle graph, void* const* after, std::size_t count,
                               EventHandle event);
Result cuGraphAddMemAllocNode(void** node, GraphHandle graph, void* const* after, std::size_t count, void* memory);
Result cuGraphAddMemFreeNode(void** node, GraphHandle graph, void* const* after, std::size_t count,
                             DevicePointer memory);
Result cuGraphAddDependencies(GraphHandle graph, void* const* from, void* const* to, std::size_t count);
Result cuGraphAddDependencies_v2(GraphHandle graph, void* const* from, void* const* to, const void* edges,
                                 std::size_t count);
Result cuGraphRemoveDependencies(GraphHandle graph, void* const* from, void* const* to, std::size_t count);
Result cuGraphRemoveDependencies_v2(GraphHandle graph, void* const* from, void* const* to, const void* edges,
                                    std::size_t count);
Result cuGraphGetEdges(GraphHandle graph, void** from, void** to, std::size_t* count);
Result cuGraphGetEdges_v2(GraphHandle graph, void** from, void** to, void* edges, std::size_t* count);
Result cuGraphGetRootNodes(GraphHandle graph, void** nodes, std::size_t* count);
Result cuGraphNodeGetDependencies(void* node, void** before, std::size_t* count);
Result cuGraphNodeGetDependencies_v2(void* node, void** before, void* edges, std::size_t* count);
Result cuGraphNodeGetDependentNodes(void* node, void** after, std::size_t* count);
Result cuGraphNodeGetDependentNodes_v2(void* node, void** after, void* edges, std::size_t* count);
Result cuGraphNodeGetType(void* node, int* type);
Result cuGraphDestroyNode(void* node);
Result cuGraphClone(GraphHandle* clone, GraphHandle graph);
Result cuGraphNodeFindInClone(void** node, void* original, GraphHandle clone);
Result cuGraphChildGraphNodeGetGraph(void* node, GraphHandle* graph);
Result cuGraphExecUpdate_v2(ExecHandle exec, GraphHandle graph, void* result);
Result cuGraphNodeSetEnabled(ExecHandle exec, void* node, unsigned enabled);
Result cuGraphNodeGetEnabled(ExecHandle exec, void* node, unsigned* enabled);
Result cuGraphMemsetNodeGetParams(void* node, void* fill);
Result cuGraphMemsetNodeSetParams(void* node, const void* fill);
Result cuGraphExecMemsetNodeSetParams(ExecHandle exec, void* node, const void* fill, Context*);
Result cuGraphHostNodeGetParams(void* node, void* host);
Result cuGraphHostNodeSetParams(void* node, const void* host);
Result cuGraphExecHostNodeSetParams(ExecHandle exec, void* node, const void* host);
Result cuGraphExecChildGraphNodeSetParams(ExecHandle exec, void* node, GraphHandle child);
Result cuGraphEventRecordNodeGetEvent(void* node, EventHandle* event);
Result cuGraphEventRecordNodeSetEvent(void* node, EventHandle event);
Result cuGraphEventWaitNodeGetEvent(void* node, EventHandle* event);
Result cuGraphEventWaitNodeSetEvent(void* node, EventHandle event);
Result cuGraphMemAllocNodeGetParams(void* node, void* memory);
Result cuGraphMemFreeNodeGetParams(void* node, DevicePointer* memory);
Result cuUserObjectCreate(void** object, void* pointer, void (*destroy)(void*), unsigned count, unsigned flags);
Result cuUserObjectRetain(void* object, unsigned count);
Result cuUserObjectRelease(void* object, unsigned count);
Result cuGraphRetainUserObject(GraphHandle graph, void* object, unsigned count, unsigned flags);
Result cuGraphReleaseUserObject(GraphHandle graph, void* object, unsigned count);
Result cuDeviceGetGraphMemAttribute(int device, int which, void* value);
Result cuDeviceSetGraphMemAttribute(int device, int which, void* value);
Result cuDeviceGraphMemTrim(int device);

// tensor_maps.cpp
Result cuTensorMapEncodeTiled(void* out, unsigned type, unsigned rank, void* address, const std::uint64_t* sizes,
                              const std::uint64_t* strides, const unsigned* box, const unsigned* steps,
                              unsigned interleave, unsigned swizzle, unsigned promotion, unsigned fill);
Result cuTensorMapReplaceAddress(void* map, void* address);

// errors.cpp
Result cuGetErrorName(Result result, const char** name);
Result cuGetErrorString(Result result, const char** text);
}

}  // namespace forewarp::driver
