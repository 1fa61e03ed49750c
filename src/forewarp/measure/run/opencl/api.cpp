// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/opencl/api.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::run::opencl {
namespace {

constexpr std::array<std::pair<Int, const char*>, 35> names{{{-1, "CL_DEVICE_NOT_FOUND"},
                                                             {-2, "CL_DEVICE_NOT_AVAILABLE"},
                                                             {-3, "CL_COMPILER_NOT_AVAILABLE"},
                                                             {-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE"},
                                                             {-5, "CL_OUT_OF_RESOURCES"},
                                                             {-6, "CL_OUT_OF_HOST_MEMORY"},
                                                             {-7, "CL_PROFILING_INFO_NOT_AVAILABLE"},
                                                             {-11, "CL_BUILD_PROGRAM_FAILURE"},
                                                             {-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST"},
                                                             {-30, "CL_INVALID_VALUE"},
                                                             {-33, "CL_INVALID_DEVICE"},
                                                             {-34, "CL_INVALID_CONTEXT"},
                                                             {-36, "CL_INVALID_COMMAND_QUEUE"},
                                                             {-38, "CL_INVALID_MEM_OBJECT"},
                                                             {-42, "CL_INVALID_BINARY"},
                                                             {-43, "CL_INVALID_BUILD_OPTIONS"},
                                                             {-44, "CL_INVALID_PROGRAM"},
                                                             {-45, "CL_INVALID_PROGRAM_EXECUTABLE"},
                                                             {-46, "CL_INVALID_KERNEL_NAME"},
                                                             {-47, "CL_INVALID_KERNEL_DEFINITION"},
                                                             {-48, "CL_INVALID_KERNEL"},
                                                             {-49, "CL_INVALID_ARG_INDEX"},
                                                             {-50, "CL_INVALID_ARG_VALUE"},
                                                             {-51, "CL_INVALID_ARG_SIZE"},
                                                             {-52, "CL_INVALID_KERNEL_ARGS"},
                                                             {-53, "CL_INVALID_WORK_DIMENSION"},
                                                             {-54, "CL_INVALID_WORK_GROUP_SIZE"},
                                                             {-55, "CL_INVALID_WORK_ITEM_SIZE"},
                                                             {-56, "CL_INVALID_GLOBAL_OFFSET"},
                                                             {-58, "CL_INVALID_EVENT"},
                                                             {-59, "CL_INVALID_OPERATION"},
                                                             {-61, "CL_INVALID_BUFFER_SIZE"},
                                                             {-63, "CL_INVALID_GLOBAL_WORK_SIZE"},
                                                             {-1001, "CL_PLATFORM_NOT_FOUND_KHR"},
                                                             {-9999, "NVIDIA: illegal read or write"}}};

}  // namespace

const Functions& functions() {
  static const Functions loaded{
      DynamicLibrary("FOREWARP_OPENCL", {"libOpenCL.so.1", "libOpenCL.so"},
                     "OpenCL needs its loader (Debian: ocl-icd-libopencl1) and a vendor's driver")};
  return loaded;
}

const char* status_name(Int status) {
  for (const auto& [code, name] : names)
    if (code == status) return name;
  return "an error";
}

void check(Int status, const char* call) {
  if (status != success) throw DeviceError(fmt::format("{}: {} ({})", call, status_name(status), status));
}

}  // namespace forewarp::run::opencl
