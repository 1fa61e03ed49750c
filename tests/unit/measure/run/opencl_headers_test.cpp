// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Our own declarations against Khronos' (opencl-headers, which the library does without).
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <gtest/gtest.h>

#include <type_traits>

#include "forewarp/measure/run/opencl/api.hpp"

namespace forewarp::run::opencl {
namespace {

template <typename T>
std::uint64_t number(T value) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
}

TEST(OpenClHeaders, OurNumbersAreKhronos) {
  EXPECT_EQ(number(success), number(CL_SUCCESS));
  EXPECT_EQ(number(device_not_found), number(CL_DEVICE_NOT_FOUND));
  EXPECT_EQ(number(build_program_failure), number(CL_BUILD_PROGRAM_FAILURE));
  EXPECT_EQ(device_type_cpu, number(CL_DEVICE_TYPE_CPU));
  EXPECT_EQ(device_type_gpu, number(CL_DEVICE_TYPE_GPU));
  EXPECT_EQ(device_type_accelerator, number(CL_DEVICE_TYPE_ACCELERATOR));
  EXPECT_EQ(device_type_all, number(CL_DEVICE_TYPE_ALL));
  EXPECT_EQ(platform_name, number(CL_PLATFORM_NAME));
  EXPECT_EQ(device_type, number(CL_DEVICE_TYPE));
  EXPECT_EQ(device_max_compute_units, number(CL_DEVICE_MAX_COMPUTE_UNITS));
  EXPECT_EQ(device_max_work_group_size, number(CL_DEVICE_MAX_WORK_GROUP_SIZE));
  EXPECT_EQ(device_max_clock_frequency, number(CL_DEVICE_MAX_CLOCK_FREQUENCY));
  EXPECT_EQ(device_max_mem_alloc_size, number(CL_DEVICE_MAX_MEM_ALLOC_SIZE));
  EXPECT_EQ(device_global_mem_cache_size, number(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE));
  EXPECT_EQ(device_global_mem_size, number(CL_DEVICE_GLOBAL_MEM_SIZE));
  EXPECT_EQ(device_local_mem_size, number(CL_DEVICE_LOCAL_MEM_SIZE));
  EXPECT_EQ(device_profiling_timer_resolution, number(CL_DEVICE_PROFILING_TIMER_RESOLUTION));
  EXPECT_EQ(device_name, number(CL_DEVICE_NAME));
  EXPECT_EQ(device_vendor, number(CL_DEVICE_VENDOR));
  EXPECT_EQ(driver_version, number(CL_DRIVER_VERSION));
  EXPECT_EQ(device_version, number(CL_DEVICE_VERSION));
  EXPECT_EQ(device_extensions, number(CL_DEVICE_EXTENSIONS));
  EXPECT_EQ(device_double_fp_config, number(CL_DEVICE_DOUBLE_FP_CONFIG));
  EXPECT_EQ(queue_profiling_enable, number(CL_QUEUE_PROFILING_ENABLE));
  EXPECT_EQ(mem_read_write, number(CL_MEM_READ_WRITE));
  EXPECT_EQ(program_build_log, number(CL_PROGRAM_BUILD_LOG));
  EXPECT_EQ(program_kernel_names, number(CL_PROGRAM_KERNEL_NAMES));
  EXPECT_EQ(kernel_num_args, number(CL_KERNEL_NUM_ARGS));
  EXPECT_EQ(kernel_arg_address_qualifier, number(CL_KERNEL_ARG_ADDRESS_QUALIFIER));
  EXPECT_EQ(arg_global, number(CL_KERNEL_ARG_ADDRESS_GLOBAL));
  EXPECT_EQ(arg_local, number(CL_KERNEL_ARG_ADDRESS_LOCAL));
  EXPECT_EQ(arg_constant, number(CL_KERNEL_ARG_ADDRESS_CONSTANT));
  EXPECT_EQ(arg_private, number(CL_KERNEL_ARG_ADDRESS_PRIVATE));
  EXPECT_EQ(kernel_work_group_size, number(CL_KERNEL_WORK_GROUP_SIZE));
  EXPECT_EQ(kernel_local_mem_size, number(CL_KERNEL_LOCAL_MEM_SIZE));
  EXPECT_EQ(kernel_preferred_work_group_size_multiple, number(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE));
  EXPECT_EQ(kernel_private_mem_size, number(CL_KERNEL_PRIVATE_MEM_SIZE));
  EXPECT_EQ(profiling_command_start, number(CL_PROFILING_COMMAND_START));
  EXPECT_EQ(profiling_command_end, number(CL_PROFILING_COMMAND_END));
}

/// The same number of arguments of the same sizes, whatever their names.
template <typename Result, typename... A, typename TheirResult, typename... B>
constexpr bool same_call(Result (*)(A...), TheirResult (*)(B...)) {
  if constexpr (sizeof...(A) == sizeof...(B))
    return sizeof(Result) == sizeof(TheirResult) && ((sizeof(A) == sizeof(B)) && ...);
  else
    return false;
}

TEST(OpenClHeaders, OurPrototypesAreKhronos) {
  EXPECT_TRUE(same_call(decltype(Functions::GetPlatformIDs){}, decltype(&clGetPlatformIDs){}));
  EXPECT_TRUE(same_call(decltype(Functions::GetPlatformInfo){}, decltype(&clGetPlatformInfo){}));
  EXPECT_TRUE(same_call(decltype(Functions::GetDeviceIDs){}, decltype(&clGetDeviceIDs){}));
  EXPECT_TRUE(same_call(decltype(Functions::GetDeviceInfo){}, decltype(&clGetDeviceInfo){}));
  EXPECT_TRUE(same_call(decltype(Functions::CreateContext){}, decltype(&clCreateContext){}));
  EXPECT_TRUE(same_call(decltype(Functions::CreateCommandQueue){}, decltype(&clCreateCommandQueue){}));
  EXPECT_TRUE(same_call(decltype(Functions::CreateProgramWithSource){}, decltype(&clCreateProgramWithSource){}));
  EXPECT_TRUE(same_call(decltype(Functions::BuildProgram){}, decltype(&clBuildProgram){}));
  EXPECT_TRUE(same_call(decltype(Functions::GetProgramBuildInfo){}, decltype(&clGetProgramBuildInfo){}));
  EXPECT_TRUE(same_call(decltype(Functions::GetProgramInfo){}, decltype(&clGetProgramInfo){}));
  EXPECT_TRUE(same_call(decltype(Functions::CreateKernel){}, decltype(&clCreateKernel){}));
  EXPECT_TRUE(same_call(decltype(Functions::GetKernelInfo){}, decltype(&clGetKernelInfo){}));
  EXPECT_TRUE(same_call(decltype(Functions::GetKernelArgInfo){}, decltype(&clGetKernelArgInfo){}));
  EXPECT_TRUE(same_call(decltype(Functions::GetKernelWorkGroupInfo){}, decltype(&clGetKernelWorkGroupInfo){}));
  EXPECT_TRUE(same_call(decltype(Functions::SetKernelArg){}, decltype(&clSetKernelArg){}));
  EXPECT_TRUE(same_call(decltype(Functions::CreateBuffer){}, decltype(&clCreateBuffer){}));
  EXPECT_TRUE(same_call(decltype(Functions::EnqueueWriteBuffer){}, decltype(&clEnqueueWriteBuffer){}));
  EXPECT_TRUE(same_call(decltype(Functions::EnqueueReadBuffer){}, decltype(&clEnqueueReadBuffer){}));
  EXPECT_TRUE(same_call(decltype(Functions::EnqueueFillBuffer){}, decltype(&clEnqueueFillBuffer){}));
  EXPECT_TRUE(same_call(decltype(Functions::EnqueueNDRangeKernel){}, decltype(&clEnqueueNDRangeKernel){}));
  EXPECT_TRUE(same_call(decltype(Functions::Finish){}, decltype(&clFinish){}));
  EXPECT_TRUE(same_call(decltype(Functions::GetEventProfilingInfo){}, decltype(&clGetEventProfilingInfo){}));
}

}  // namespace
}  // namespace forewarp::run::opencl
