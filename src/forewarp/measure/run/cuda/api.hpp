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

/// The functions of libcuda.so.1 that we call.
struct Functions {
  // Names as the library has them, without its prefix. NOLINTBEGIN(readability-identifier-naming)
  Status (*Init)(unsigned) = nullptr;
  Status (*DriverGetVersion)(int*) = nullptr;
  Status (*GetErrorName)(Status, const char**) = nullptr;
  Status (*DeviceGetCount)(int*) = nullptr;
  Status (*DeviceGet)(int*, int) = nullptr;
  Status (*DeviceGetName)(char*, int, int) = nullptr;
  Status (*DeviceTotalMem)(std::size_t*, int) = nullptr;
  Status (*DeviceGetAttribute)(int*, int, int) = nullptr;
  Status (*DeviceGetPCIBusId)(char*, int, int) = nullptr;
  Status (*DevicePrimaryCtxRetain)(Handle*, int) = nullptr;
  Status (*CtxSetCurrent)(Handle) = nullptr;
  Status (*CtxSynchronize)() = nullptr;
  Status (*ModuleLoadDataEx)(Handle*, const void*, unsigned, int*, void**) = nullptr;
  Status (*ModuleUnload)(Handle) = nullptr;
  Status (*ModuleGetFunction)(Handle*, Handle, const char*) = nullptr;
  Status (*ModuleGetGlobal)(Pointer*, std::size_t*, Handle, const char*) = nullptr;
  Status (*FuncGetAttribute)(int*, int, Handle) = nullptr;
  Status (*FuncSetAttribute)(Handle, int, int) = nullptr;
  Status (*MemAlloc)(Pointer*, std::size_t) = nullptr;
  Status (*MemFree)(Pointer) = nullptr;
  Status (*MemcpyHtoD)(Pointer, const void*, std::size_t) = nullptr;
  Status (*MemcpyDtoH)(void*, Pointer, std::size_t) = nullptr;
  Status (*MemsetD8)(Pointer, unsigned char, std::size_t) = nullptr;
  Status (*LaunchKernel)(Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Handle, void**,
                         void**) = nullptr;
  Status (*EventCreate)(Handle*, unsigned) = nullptr;
  Status (*EventDestroy)(Handle) = nullptr;
  Status (*EventRecord)(Handle, Handle) = nullptr;
  Status (*EventSynchronize)(Handle) = nullptr;
  Status (*EventElapsedTime)(float*, Handle, Handle) = nullptr;
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
