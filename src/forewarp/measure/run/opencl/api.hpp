// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The part of OpenCL 1.2 that we call, as the specification numbers it (Khronos OpenCL API 3.0, appendix of enums), so
/// that no header of a vendor is needed where the runner is compiled. A test compares it with Khronos' own.
#include <cstddef>
#include <cstdint>
#include <utility>

#include "forewarp/support/dynamic_library.hpp"

namespace forewarp::run::opencl {

using Handle =
    void*;  ///< cl_platform_id, cl_device_id, cl_context, cl_command_queue, cl_program, cl_kernel, cl_mem, ...
using Int = std::int32_t;
using Uint = std::uint32_t;
using Bits = std::uint64_t;

inline constexpr Int success = 0;
inline constexpr Int device_not_found = -1;
inline constexpr Int build_program_failure = -11;
inline constexpr Int platform_not_found = -1001;  ///< cl_khr_icd
inline constexpr Bits device_type_cpu = 2, device_type_gpu = 4, device_type_accelerator = 8,
                      device_type_all = 0xFFFFFFFF;
inline constexpr Uint platform_name = 0x0902;
inline constexpr Uint device_type = 0x1000, device_max_compute_units = 0x1002, device_max_work_group_size = 0x1004,
                      device_max_clock_frequency = 0x100C, device_max_mem_alloc_size = 0x1010,
                      device_global_mem_cache_size = 0x101E, device_global_mem_size = 0x101F,
                      device_local_mem_size = 0x1023, device_profiling_timer_resolution = 0x1025, device_name = 0x102B,
                      device_vendor = 0x102C, driver_version = 0x102D, device_version = 0x102F,
                      device_extensions = 0x1030, device_double_fp_config = 0x1032,
                      device_warp_size_nv = 0x4003,  ///< cl_nv_device_attribute_query
    device_wavefront_width_amd = 0x4043;             ///< cl_amd_device_attribute_query
inline constexpr Bits queue_profiling_enable = 2;
inline constexpr Bits mem_read_write = 1;
inline constexpr Uint program_build_log = 0x1183, program_kernel_names = 0x1168;
inline constexpr Uint kernel_num_args = 0x1191;
inline constexpr Uint kernel_arg_address_qualifier = 0x1196, arg_global = 0x119B, arg_local = 0x119C,
                      arg_constant = 0x119D, arg_private = 0x119E;
inline constexpr Uint kernel_work_group_size = 0x11B0, kernel_local_mem_size = 0x11B2,
                      kernel_preferred_work_group_size_multiple = 0x11B3, kernel_private_mem_size = 0x11B4;
inline constexpr Uint profiling_command_start = 0x1282, profiling_command_end = 0x1283;

/// The functions of libOpenCL.so.1 that we call.
struct Functions {
  DynamicLibrary library;
  // Names as the library has them, without its prefix. NOLINTBEGIN(readability-identifier-naming)
  Int (*GetPlatformIDs)(Uint, Handle*, Uint*) = library.required("clGetPlatformIDs");
  Int (*GetPlatformInfo)(Handle, Uint, std::size_t, void*, std::size_t*) = library.required("clGetPlatformInfo");
  Int (*GetDeviceIDs)(Handle, Bits, Uint, Handle*, Uint*) = library.required("clGetDeviceIDs");
  Int (*GetDeviceInfo)(Handle, Uint, std::size_t, void*, std::size_t*) = library.required("clGetDeviceInfo");
  Handle (*CreateContext)(const std::intptr_t*, Uint, const Handle*, void*, void*,
                          Int*) = library.required("clCreateContext");
  Int (*ReleaseContext)(Handle) = library.required("clReleaseContext");
  Handle (*CreateCommandQueue)(Handle, Handle, Bits, Int*) = library.required("clCreateCommandQueue");
  Int (*ReleaseCommandQueue)(Handle) = library.required("clReleaseCommandQueue");
  Handle (*CreateProgramWithSource)(Handle, Uint, const char**, const std::size_t*,
                                    Int*) = library.required("clCreateProgramWithSource");
  Int (*BuildProgram)(Handle, Uint, const Handle*, const char*, void*, void*) = library.required("clBuildProgram");
  Int (*GetProgramBuildInfo)(Handle, Handle, Uint, std::size_t, void*,
                             std::size_t*) = library.required("clGetProgramBuildInfo");
  Int (*GetProgramInfo)(Handle, Uint, std::size_t, void*, std::size_t*) = library.required("clGetProgramInfo");
  Int (*ReleaseProgram)(Handle) = library.required("clReleaseProgram");
  Handle (*CreateKernel)(Handle, const char*, Int*) = library.required("clCreateKernel");
  Int (*GetKernelInfo)(Handle, Uint, std::size_t, void*, std::size_t*) = library.required("clGetKernelInfo");
  Int (*GetKernelArgInfo)(Handle, Uint, Uint, std::size_t, void*,
                          std::size_t*) = library.required("clGetKernelArgInfo");
  Int (*GetKernelWorkGroupInfo)(Handle, Handle, Uint, std::size_t, void*,
                                std::size_t*) = library.required("clGetKernelWorkGroupInfo");
  Int (*SetKernelArg)(Handle, Uint, std::size_t, const void*) = library.required("clSetKernelArg");
  Int (*ReleaseKernel)(Handle) = library.required("clReleaseKernel");
  Handle (*CreateBuffer)(Handle, Bits, std::size_t, void*, Int*) = library.required("clCreateBuffer");
  Int (*ReleaseMemObject)(Handle) = library.required("clReleaseMemObject");
  Int (*EnqueueWriteBuffer)(Handle, Handle, Uint, std::size_t, std::size_t, const void*, Uint, const Handle*,
                            Handle*) = library.required("clEnqueueWriteBuffer");
  Int (*EnqueueReadBuffer)(Handle, Handle, Uint, std::size_t, std::size_t, void*, Uint, const Handle*,
                           Handle*) = library.required("clEnqueueReadBuffer");
  Int (*EnqueueFillBuffer)(Handle, Handle, const void*, std::size_t, std::size_t, std::size_t, Uint, const Handle*,
                           Handle*) = library.required("clEnqueueFillBuffer");
  Int (*EnqueueNDRangeKernel)(Handle, Handle, Uint, const std::size_t*, const std::size_t*, const std::size_t*, Uint,
                              const Handle*, Handle*) = library.required("clEnqueueNDRangeKernel");
  Int (*Finish)(Handle) = library.required("clFinish");
  Int (*GetEventProfilingInfo)(Handle, Uint, std::size_t, void*,
                               std::size_t*) = library.required("clGetEventProfilingInfo");
  Int (*ReleaseEvent)(Handle) = library.required("clReleaseEvent");
  // NOLINTEND(readability-identifier-naming)
};

/// Loaded once. Throws Unavailable where there is no loader: install ocl-icd-libopencl1 and a vendor's ICD.
[[nodiscard]] const Functions& functions();

/// Throws DeviceError "clCreateBuffer: CL_MEM_OBJECT_ALLOCATION_FAILURE (-4)" unless the status is success.
void check(Int status, const char* call);
[[nodiscard]] const char* status_name(Int status);

/// Owns a handle that one function releases.
class Owned {
 public:
  Owned() = default;
  Owned(Handle handle, Int (*release)(Handle)) : handle_(handle), release_(release) {}
  Owned(Owned&& other) noexcept : handle_(other.handle_), release_(other.release_) { other.handle_ = nullptr; }
  Owned& operator=(Owned&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(release_, other.release_);
    return *this;
  }
  ~Owned() {
    if (handle_ != nullptr) release_(handle_);
  }
  [[nodiscard]] Handle get() const { return handle_; }

 private:
  Handle handle_ = nullptr;
  Int (*release_)(Handle) = nullptr;
};

}  // namespace forewarp::run::opencl
