// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The part of the CUDA driver API that we call, with the numbers of its reference manual; libcuda.so.1 comes with the
/// driver and is loaded on demand.
#include <cstddef>
#include <cstdint>
#include <utility>

#include "forewarp/support/dynamic_library.hpp"

namespace forewarp::run::cuda {

using Handle = void*;           ///< CUcontext, CUmodule, CUfunction, CUevent, CUstream
using Pointer = std::uint64_t;  ///< CUdeviceptr
using Status = int;             ///< CUresult

inline constexpr Status success = 0, error_no_device = 100, error_invalid_ptx = 218, error_unsupported_ptx = 222,
                        error_no_binary = 209, error_invalid_image = 200, error_not_found = 500;

/// CUdevice_attribute
inline constexpr int max_threads_per_block = 1, max_shared_per_block = 8, warp_size = 10, clock_rate_khz = 13,
                     multiprocessor_count = 16, memory_clock_khz = 36, memory_bus_width = 37, l2_cache_size = 38,
                     capability_major = 75, capability_minor = 76, max_shared_per_block_optin = 97;
/// CUfunction_attribute
inline constexpr int func_max_threads = 0, func_shared_bytes = 1, func_local_bytes = 3, func_registers = 4,
                     func_max_dynamic_shared = 8;
/// CUjit_option
inline constexpr int jit_error_log_buffer = 5, jit_error_log_bytes = 6;

/// The functions of libcuda.so.1 that we call. Under the name without _v2 the driver keeps the first form of a function
/// for old programs, whose sizes and addresses have 32 bits.
struct Functions {
  DynamicLibrary library;
  // Names as the library has them, without its prefix. NOLINTBEGIN(readability-identifier-naming)
  Status (*Init)(unsigned) = library.required("cuInit");
  Status (*DriverGetVersion)(int*) = library.required("cuDriverGetVersion");
  Status (*GetErrorName)(Status, const char**) = library.required("cuGetErrorName");
  Status (*DeviceGetCount)(int*) = library.required("cuDeviceGetCount");
  Status (*DeviceGet)(int*, int) = library.required("cuDeviceGet");
  Status (*DeviceGetName)(char*, int, int) = library.required("cuDeviceGetName");
  Status (*DeviceTotalMem)(std::size_t*, int) = library.required("cuDeviceTotalMem_v2");
  Status (*DeviceGetAttribute)(int*, int, int) = library.required("cuDeviceGetAttribute");
  Status (*DeviceGetPCIBusId)(char*, int, int) = library.required("cuDeviceGetPCIBusId");
  Status (*DevicePrimaryCtxRetain)(Handle*, int) = library.required("cuDevicePrimaryCtxRetain");
  Status (*CtxSetCurrent)(Handle) = library.required("cuCtxSetCurrent");
  Status (*CtxSynchronize)() = library.required("cuCtxSynchronize");
  Status (*ModuleLoadDataEx)(Handle*, const void*, unsigned, int*, void**) = library.required("cuModuleLoadDataEx");
  Status (*ModuleUnload)(Handle) = library.required("cuModuleUnload");
  Status (*ModuleGetFunction)(Handle*, Handle, const char*) = library.required("cuModuleGetFunction");
  Status (*ModuleGetGlobal)(Pointer*, std::size_t*, Handle, const char*) = library.required("cuModuleGetGlobal_v2");
  Status (*FuncGetAttribute)(int*, int, Handle) = library.required("cuFuncGetAttribute");
  Status (*FuncSetAttribute)(Handle, int, int) = library.required("cuFuncSetAttribute");
  Status (*MemAlloc)(Pointer*, std::size_t) = library.required("cuMemAlloc_v2");
  Status (*MemFree)(Pointer) = library.required("cuMemFree_v2");
  Status (*MemcpyHtoD)(Pointer, const void*, std::size_t) = library.required("cuMemcpyHtoD_v2");
  Status (*MemcpyDtoH)(void*, Pointer, std::size_t) = library.required("cuMemcpyDtoH_v2");
  Status (*MemsetD8)(Pointer, unsigned char, std::size_t) = library.required("cuMemsetD8_v2");
  Status (*LaunchKernel)(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle, void**,
                         void**) = library.required("cuLaunchKernel");
  Status (*EventCreate)(Handle*, unsigned) = library.required("cuEventCreate");
  Status (*EventDestroy)(Handle) = library.required("cuEventDestroy_v2");
  Status (*EventRecord)(Handle, Handle) = library.required("cuEventRecord");
  Status (*EventSynchronize)(Handle) = library.required("cuEventSynchronize");
  Status (*EventElapsedTime)(float*, Handle, Handle) = library.required("cuEventElapsedTime");
  // NOLINTEND(readability-identifier-naming)
};

/// Loaded and initialised once. Throws Unavailable where there is no driver.
[[nodiscard]] const Functions& functions();

/// Throws DeviceError "cuMemAlloc_v2: CUDA_ERROR_OUT_OF_MEMORY (2)" unless the status is success.
void check(Status status, const char* call);
[[nodiscard]] const char* status_name(Status status);

/// Memory of the device that is freed with it.
class Memory {
 public:
  Memory() = default;
  explicit Memory(std::size_t bytes);
  Memory(Memory&& other) noexcept : address_(std::exchange(other.address_, 0)) {}
  Memory& operator=(Memory&& other) noexcept {
    std::swap(address_, other.address_);
    return *this;
  }
  ~Memory();
  [[nodiscard]] Pointer address() const { return address_; }

 private:
  Pointer address_ = 0;
};

}  // namespace forewarp::run::cuda
