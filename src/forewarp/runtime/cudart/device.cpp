// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Devices and their properties: those of the data sheet of the first device that is named.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstring>

#include "forewarp/runtime/costs.hpp"
#include "forewarp/runtime/cudart/attributes.hpp"
#include "forewarp/runtime/cudart/process.hpp"
#include "forewarp/runtime/cudart/stream_calls.hpp"
#include "forewarp/runtime/cudart/texture_limits.hpp"

using namespace forewarp;
using namespace forewarp::cudart;
using runtime::CallFailed;
using runtime::Session;
using runtime::Status;

namespace {

/// Of the version whose headers clang's programs are compiled with, and of those that libcudart.so.N stands for.
constexpr int runtime_version = 12050, driver_version = 13000;
constexpr int runtime_version_of(int major) { return major == 11 ? 11080 : major == 12 ? 12090 : 13000; }
/// Bytes of CUDA 11's cudaDeviceProp, with which that of CUDA 12 begins.
constexpr std::size_t properties_11_bytes = 728;
constexpr int max_grid_yz = 65535;
constexpr std::size_t constant_bytes = 64 << 10, shared_without_opting_in = 48 << 10;

void check_gpu(const Session& session, int gpu) {
  if (gpu < 0 || gpu >= session.options().gpus) throw CallFailed(Status::invalid_device);
}

int khz(double hz) { return static_cast<int>(std::lround(hz / 1e3)); }

/// What the layouts of CUDA 12 and of CUDA 13 have in common.
template <typename Properties>
void set_properties(Properties& p, const device::DeviceSpec& d, int place) {
  std::snprintf(p.name, sizeof p.name, "%s%s", d.name.starts_with("NVIDIA") ? "" : "NVIDIA ", d.name.c_str());
  p.uuid.bytes[0] = static_cast<char>(place + 1);
  p.totalGlobalMem = static_cast<std::size_t>(d.dram_bytes);
  p.sharedMemPerBlock = std::min<std::size_t>(shared_without_opting_in, d.shared_bytes_per_block);
  p.regsPerBlock = static_cast<int>(d.registers_per_block);
  p.warpSize = static_cast<int>(d.warp_size);
  p.memPitch = 0x7fffffff;
  p.maxThreadsPerBlock = static_cast<int>(d.max_threads_per_block);
  p.maxThreadsDim[0] = p.maxThreadsDim[1] = 1024;
  p.maxThreadsDim[2] = 64;
  p.maxGridSize[0] = 0x7fffffff;
  p.maxGridSize[1] = p.maxGridSize[2] = max_grid_yz;
  p.totalConstMem = constant_bytes;
  p.major = static_cast<int>(d.compute_capability / 10);
  p.minor = static_cast<int>(d.compute_capability % 10);
  p.textureAlignment = 512;
  p.texturePitchAlignment = 32;
  p.multiProcessorCount = static_cast<int>(d.sms);
  p.canMapHostMemory = 1;
  p.surfaceAlignment = 512;
  p.concurrentKernels = 1;
  p.pciBusID = place + 1;
  p.asyncEngineCount = 2;
  p.unifiedAddressing = 1;
  p.memoryBusWidth = static_cast<int>(d.memory_bus_bits);
  p.l2CacheSize = static_cast<int>(d.l2_bytes);
  p.maxThreadsPerMultiProcessor = static_cast<int>(d.max_threads);
  p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = d.l1_caches_global ? 1 : 0;
  p.localL1CacheSupported = 1;
  p.sharedMemPerMultiprocessor = d.shared_bytes;
  p.regsPerMultiprocessor = static_cast<int>(d.registers);
  p.managedMemory = 1;
  p.integrated = d.integrated ? 1 : 0;
  p.concurrentManagedAccess = d.compute_capability >= 60 && !d.integrated ? 1 : 0;
  p.memoryPoolsSupported = d.compute_capability >= 60 ? 1 : 0;
  p.computePreemptionSupported = d.compute_capability >= 60 ? 1 : 0;
  p.canUseHostPointerForRegisteredMem = 1;
  p.cooperativeLaunch = d.compute_capability >= 60 ? 1 : 0;
  p.sharedMemPerBlockOptin = d.shared_bytes_per_block;
  p.maxBlocksPerMultiProcessor = static_cast<int>(d.max_blocks);
  p.reservedSharedMemPerBlock = d.shared_reserved;
  p.hostRegisterSupported = 1;
  p.clusterLaunch = d.compute_capability >= 90 ? 1 : 0;
  const auto attribute = [&](int which) { return attribute_of(d, place, which).value_or(0); };
  p.ECCEnabled = attribute(32);
  p.persistingL2CacheMaxSize = attribute(108);
  p.accessPolicyMaxWindowSize = attribute(109);
}

int ratio_to_double(const device::DeviceSpec& d) {
  return d.throughput.fp64 > 0 ? static_cast<int>(std::lround(d.throughput.fp32 / d.throughput.fp64)) : 0;
}

cudaDeviceProp properties_of(const Session& session, int gpu) {
  check_gpu(session, gpu);
  const device::DeviceSpec& d = session.device();
  cudaDeviceProp p{};
  set_properties(p, d, session.options().place_of(gpu));
  p.clockRate = khz(d.boost_hz);
  p.memoryClockRate = khz(d.memory_hz);
  p.deviceOverlap = 1;
  p.singleToDoublePrecisionPerfRatio = ratio_to_double(d);
  const auto textures = texture_limits_of(d);
  std::memcpy(reinterpret_cast<std::byte*>(&p) + offsetof(cudaDeviceProp, maxTexture1D), &textures, sizeof textures);
  return p;
}

/// cudaDeviceProp of CUDA 13, whose cudaGetDeviceProperties has the name without a version.
struct Properties13 {
  char name[256];
  cudaUUID_t uuid;
  char luid[8];
  unsigned luidDeviceNodeMask;
  std::size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  std::size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  std::size_t totalConstMem;
  int major, minor;
  std::size_t textureAlignment, texturePitchAlignment;
  int multiProcessorCount, integrated, canMapHostMemory, textures[39];
  std::size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount, unifiedAddressing,
      memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor, streamPrioritiesSupported,
      globalL1CacheSupported, localL1CacheSupported;
  std::size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported,
      pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported, canUseHostPointerForRegisteredMem,
      cooperativeLaunch;
  std::size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor,
      accessPolicyMaxWindowSize;
  std::size_t reservedSharedMemPerBlock;
  int hostRegisterSupported, rest[3], memoryPoolsSupported, remote_access[3];
  unsigned handle_types;
  int deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch, unifiedFunctionPointers, more[4];
  unsigned gpuPciDeviceID, gpuPciSubsystemID;
  int hostNumaMultinodeIpcSupported, reserved[56];
};

struct Attribute {
  cudaDeviceAttr which;
  int (*value)(const cudaDeviceProp& p);
};

#define FOREWARP_ATTRIBUTE(which, member)                                     \
  Attribute {                                                                 \
    which, [](const cudaDeviceProp& p) { return static_cast<int>(p.member); } \
  }
constexpr std::array attributes = {
    FOREWARP_ATTRIBUTE(cudaDevAttrMaxThreadsPerBlock, maxThreadsPerBlock),
    FOREWARP_ATTRIBUTE(cudaDevAttrMaxBlockDimX, maxThreadsDim[0]),
    FOREWARP_ATTRIBUTE(cudaDevAttrMaxBlockDimY, maxThreadsDim[1]),
    FOREWARP_ATTRIBUTE(cudaDevAttrMaxBlockDimZ, maxThreadsDim[2]),
    FOREWARP_ATTRIBUTE(cudaDevAttrMaxGridDimX, maxGridSize[0]),
    FOREWARP_ATTRIBUTE(cudaDevAttrMaxGridDimY, maxGridSize[1]),
    FOREWARP_ATTRIBUTE(cudaDevAttrMaxGridDimZ, maxGridSize[2]),
    FOREWARP_ATTRIBUTE(cudaDevAttrMaxSharedMemoryPerBlock, sharedMemPerBlock),
    FOREWARP_ATTRIBUTE(cudaDevAttrTotalConstantMemory, totalConstMem),
    FOREWARP_ATTRIBUTE(cudaDevAttrWarpSize, warpSize),
    FOREWARP_ATTRIBUTE(cudaDevAttrMaxPitch, memPitch),
    FOREWARP_ATTRIBUTE(cudaDevAttrMaxRegistersPerBlock, regsPerBlock),
    FOREWARP_ATTRIBUTE(cudaDevAttrClockRate, clockRate),
    FOREWARP_ATTRIBUTE(cudaDevAttrTextureAlignment, textureAlignment),
    FOREWARP_ATTRIBUTE(cudaDevAttrGpuOverlap, deviceOverlap),
    FOREWARP_ATTRIBUTE(cudaDevAttrMultiProcessorCount, multiProcessorCount),
    FOREWARP_ATTRIBUTE(cudaDevAttrKernelExecTimeout, kernelExecTimeoutEnabled),
    FOREWARP_ATTRIBUTE(cudaDevAttrIntegrated, integrated),
    FOREWARP_ATTRIBUTE(cudaDevAttrCanMapHostMemory, canMapHostMemory),
    FOREWARP_ATTRIBUTE(cudaDevAttrComputeMode, computeMode),
    FOREWARP_ATTRIBUTE(cudaDevAttrConcurrentKernels, concurrentKernels),
    FOREWARP_ATTRIBUTE(cudaDevAttrEccEnabled, ECCEnabled),
    FOREWARP_ATTRIBUTE(cudaDevAttrPciBusId, pciBusID),
    FOREWARP_ATTRIBUTE(cudaDevAttrPciDeviceId, pciDeviceID),
    FOREWARP_ATTRIBUTE(cudaDevAttrPciDomainId, pciDomainID),
    FOREWARP_ATTRIBUTE(cudaDevAttrTccDriver, tccDriver),
    FOREWARP_ATTRIBUTE(cudaDevAttrMemoryClockRate, memoryClockRate),
    FOREWARP_ATTRIBUTE(cudaDevAttrGlobalMemoryBusWidth, memoryBusWidth),
    FOREWARP_ATTRIBUTE(cudaDevAttrL2CacheSize, l2CacheSize),
    FOREWARP_ATTRIBUTE(cudaDevAttrMaxThreadsPerMultiProcessor, maxThreadsPerMultiProcessor),
    FOREWARP_ATTRIBUTE(cudaDevAttrAsyncEngineCount, asyncEngineCount),
    FOREWARP_ATTRIBUTE(cudaDevAttrUnifiedAddressing, unifiedAddressing),
    FOREWARP_ATTRIBUTE(cudaDevAttrComputeCapabilityMajor, major),
    FOREWARP_ATTRIBUTE(cudaDevAttrComputeCapabilityMinor, minor),
    FOREWARP_ATTRIBUTE(cudaDevAttrStreamPrioritiesSupported, streamPrioritiesSupported),
    FOREWARP_ATTRIBUTE(cudaDevAttrGlobalL1CacheSupported, globalL1CacheSupported),
    FOREWARP_ATTRIBUTE(cudaDevAttrLocalL1CacheSupported, localL1CacheSupported),
    FOREWARP_ATTRIBUTE(cudaDevAttrMaxSharedMemoryPerMultiprocessor, sharedMemPerMultiprocessor),
    FOREWARP_ATTRIBUTE(cudaDevAttrMaxRegistersPerMultiprocessor, regsPerMultiprocessor),
    FOREWARP_ATTRIBUTE(cudaDevAttrManagedMemory, managedMemory),
    FOREWARP_ATTRIBUTE(cudaDevAttrIsMultiGpuBoard, isMultiGpuBoard),
    FOREWARP_ATTRIBUTE(cudaDevAttrMultiGpuBoardGroupID, multiGpuBoardGroupID),
    FOREWARP_ATTRIBUTE(cudaDevAttrHostNativeAtomicSupported, hostNativeAtomicSupported),
    FOREWARP_ATTRIBUTE(cudaDevAttrSingleToDoublePrecisionPerfRatio, singleToDoublePrecisionPerfRatio),
    FOREWARP_ATTRIBUTE(cudaDevAttrPageableMemoryAccess, pageableMemoryAccess),
    FOREWARP_ATTRIBUTE(cudaDevAttrConcurrentManagedAccess, concurrentManagedAccess),
    FOREWARP_ATTRIBUTE(cudaDevAttrComputePreemptionSupported, computePreemptionSupported),
    FOREWARP_ATTRIBUTE(cudaDevAttrCanUseHostPointerForRegisteredMem, canUseHostPointerForRegisteredMem),
    FOREWARP_ATTRIBUTE(cudaDevAttrCooperativeLaunch, cooperativeLaunch),
    FOREWARP_ATTRIBUTE(cudaDevAttrCooperativeMultiDeviceLaunch, cooperativeMultiDeviceLaunch),
    FOREWARP_ATTRIBUTE(cudaDevAttrMaxSharedMemoryPerBlockOptin, sharedMemPerBlockOptin),
    FOREWARP_ATTRIBUTE(cudaDevAttrHostRegisterSupported, hostRegisterSupported),
    FOREWARP_ATTRIBUTE(cudaDevAttrPageableMemoryAccessUsesHostPageTables, pageableMemoryAccessUsesHostPageTables),
    FOREWARP_ATTRIBUTE(cudaDevAttrDirectManagedMemAccessFromHost, directManagedMemAccessFromHost),
    FOREWARP_ATTRIBUTE(cudaDevAttrMaxBlocksPerMultiprocessor, maxBlocksPerMultiProcessor),
    FOREWARP_ATTRIBUTE(cudaDevAttrReservedSharedMemoryPerBlock, reservedSharedMemPerBlock),
    FOREWARP_ATTRIBUTE(cudaDevAttrMemoryPoolsSupported, memoryPoolsSupported),
    FOREWARP_ATTRIBUTE(cudaDevAttrClusterLaunch, clusterLaunch),
};
#undef FOREWARP_ATTRIBUTE

cudaError_t nothing_to_do(const char* name) {
  return call(name, [](Session& session) { session.spend(runtime::call_s); });
}

/// Works where no device does.
cudaError_t put_version(int* version) {
  if (!version) return last_error() = cudaErrorInvalidValue;
  *version = runtime_version;
  return cudaSuccess;
}

}  // namespace

#undef cudaGetDeviceProperties

extern "C" {

cudaError_t cudaGetDeviceCount(int* count) {
  if (count) *count = 0;
  return call("cudaGetDeviceCount", [&](Session& session) {
    if (!count) throw CallFailed(Status::invalid_value);
    *count = session.options().gpus;
  });
}
cudaError_t cudaGetDevice(int* device) {
  return call("cudaGetDevice", [&](Session&) {
    if (!device) throw CallFailed(Status::invalid_value);
    *device = current_gpu();
  });
}
cudaError_t cudaSetDevice(int device) {
  return call("cudaSetDevice", [&](Session& session) {
    check_gpu(session, device);
    current_gpu() = device;
  });
}
cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return call("cudaInitDevice", [&](Session& session) { check_gpu(session, device); });
}
cudaError_t cudaSetDeviceFlags(unsigned) { return nothing_to_do("cudaSetDeviceFlags"); }
cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  return call("cudaGetDeviceFlags", [&](Session&) { require(flags) = cudaDeviceMapHost; });
}
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
  return call("cudaChooseDevice", [&](Session&) { require(device) = 0; });
}
cudaError_t cudaGetDeviceProperties_v2(cudaDeviceProp* properties, int device) {
  return call("cudaGetDeviceProperties",
              [&](Session& session) { require(properties) = properties_of(session, device); });
}
cudaError_t __cudaForewarpProperties11(void* properties, int device) {
  return call("cudaGetDeviceProperties", [&](Session& session) {
    const cudaDeviceProp p = properties_of(session, device);
    static_assert(offsetof(cudaDeviceProp, hostRegisterSupported) == properties_11_bytes);
    std::memcpy(&require(static_cast<std::byte*>(properties)), &p, properties_11_bytes);
  });
}
cudaError_t __cudaForewarpVersions(int* runtime, int* driver, int major) {
  if (runtime) *runtime = runtime_version_of(major);
  if (driver) *driver = driver_version;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(void* properties, int device) {
  return call("cudaGetDeviceProperties", [&](Session& session) {
    check_gpu(session, device);
    Properties13 p{};
    set_properties(p, session.device(), session.options().place_of(device));
    auto textures = texture_limits_of(session.device());
    std::shift_left(textures.begin() + linear_texture_limit, textures.end(), 1);
    std::copy_n(textures.begin(), std::size(p.textures), p.textures);
    std::memcpy(&require(static_cast<std::byte*>(properties)), &p, sizeof p);
  });
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  return call("cudaDeviceGetAttribute", [&](Session& session) {
    const cudaDeviceProp p = properties_of(session, device);
    const auto known = std::ranges::find(attributes, attribute, &Attribute::which);
    if (known != attributes.end()) {
      require(value) = known->value(p);
      return;
    }
    // The numbers of both APIs are the same.
    const std::optional<int> other =
        attribute_of(session.device(), session.options().place_of(device), static_cast<int>(attribute));
    if (!other)
      throw CallFailed(Status::invalid_value,
                       "device attribute " + std::to_string(attribute) + " is not known to forewarp");
    require(value) = *other;
  });
}
cudaError_t cudaDeviceSynchronize() {
  return call("cudaDeviceSynchronize", [](Session& session) { session.wait_for_device(current_gpu()); });
}
cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
cudaError_t cudaDeviceReset() {
  return call("cudaDeviceReset", [](Session& session) { session.wait_for_device(current_gpu()); });
}
cudaError_t cudaThreadSetLimit(cudaLimit limit, std::size_t value) { return cudaDeviceSetLimit(limit, value); }
cudaError_t cudaThreadGetLimit(std::size_t* value, cudaLimit limit) { return cudaDeviceGetLimit(value, limit); }
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache config) { return cudaDeviceSetCacheConfig(config); }
cudaError_t cudaThreadGetCacheConfig(cudaFuncCache* config) { return cudaDeviceGetCacheConfig(config); }
cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return nothing_to_do("cudaDeviceSetCacheConfig"); }
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* config) {
  return call("cudaDeviceGetCacheConfig", [&](Session&) { require(config) = cudaFuncCachePreferNone; });
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return nothing_to_do("cudaDeviceSetSharedMemConfig"); }
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig* config) {
  return call("cudaDeviceGetSharedMemConfig", [&](Session&) { require(config) = cudaSharedMemBankSizeFourByte; });
}
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  return call("cudaDeviceSetLimit", [&](Session& session) { session.limits().set(limit, value); });
}
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  return call("cudaDeviceGetLimit", [&](Session& session) { require(value) = session.limits().get(limit); });
}
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  return call("cudaDeviceGetStreamPriorityRange", [&](Session&) {
    if (least) *least = least_priority;
    if (greatest) *greatest = greatest_priority;
  });
}
cudaError_t cudaDeviceGetPCIBusId(char* id, int bytes, int device) {
  return call("cudaDeviceGetPCIBusId", [&](Session& session) {
    check_gpu(session, device);
    std::snprintf(&require(id), static_cast<std::size_t>(bytes), "0000:%02x:00.0",
                  static_cast<unsigned>(session.options().place_of(device) + 1));
  });
}
cudaError_t cudaDeviceGetByPCIBusId(int* device, const char* id) {
  return call("cudaDeviceGetByPCIBusId", [&](Session& session) {
    unsigned bus = 0;
    if (!device || !id || (std::sscanf(id, "%*x:%x:", &bus) != 1 && std::sscanf(id, "%x:", &bus) != 1))
      throw CallFailed(Status::invalid_value);
    const int gpu = session.options().gpu_at(static_cast<int>(bus) - 1);
    check_gpu(session, gpu);
    *device = gpu;
  });
}
cudaError_t cudaDriverGetVersion(int* version) { return put_version(version); }
cudaError_t cudaRuntimeGetVersion(int* version) { return put_version(version); }
cudaError_t cudaProfilerStart() { return nothing_to_do("cudaProfilerStart"); }
cudaError_t cudaProfilerStop() { return nothing_to_do("cudaProfilerStop"); }
}
