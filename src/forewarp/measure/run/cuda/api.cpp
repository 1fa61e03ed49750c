// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/cuda/api.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::run::cuda {
namespace {

/// Under the name without _v2 the driver keeps the first form of a function for old programs, whose
/// sizes and addresses have 32 bits.
Functions load() {
  const DynamicLibrary library("FOREWARP_CUDA", {"libcuda.so.1"}, "CUDA needs NVIDIA's driver");
  Functions f;
  library.require(f.Init, "cuInit");
  library.require(f.DriverGetVersion, "cuDriverGetVersion");
  library.require(f.GetErrorName, "cuGetErrorName");
  library.require(f.DeviceGetCount, "cuDeviceGetCount");
  library.require(f.DeviceGet, "cuDeviceGet");
  library.require(f.DeviceGetName, "cuDeviceGetName");
  library.require(f.DeviceTotalMem, "cuDeviceTotalMem_v2");
  library.require(f.DeviceGetAttribute, "cuDeviceGetAttribute");
  library.require(f.DeviceGetPCIBusId, "cuDeviceGetPCIBusId");
  library.require(f.DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain");
  library.require(f.CtxSetCurrent, "cuCtxSetCurrent");
  library.require(f.CtxSynchronize, "cuCtxSynchronize");
  library.require(f.ModuleLoadDataEx, "cuModuleLoadDataEx");
  library.require(f.ModuleUnload, "cuModuleUnload");
  library.require(f.ModuleGetFunction, "cuModuleGetFunction");
  library.require(f.ModuleGetGlobal, "cuModuleGetGlobal_v2");
  library.require(f.FuncGetAttribute, "cuFuncGetAttribute");
  library.require(f.FuncSetAttribute, "cuFuncSetAttribute");
  library.require(f.MemAlloc, "cuMemAlloc_v2");
  library.require(f.MemFree, "cuMemFree_v2");
  library.require(f.MemcpyHtoD, "cuMemcpyHtoD_v2");
  library.require(f.MemcpyDtoH, "cuMemcpyDtoH_v2");
  library.require(f.MemsetD8, "cuMemsetD8_v2");
  library.require(f.LaunchKernel, "cuLaunchKernel");
  library.require(f.EventCreate, "cuEventCreate");
  library.require(f.EventDestroy, "cuEventDestroy_v2");
  library.require(f.EventRecord, "cuEventRecord");
  library.require(f.EventSynchronize, "cuEventSynchronize");
  library.require(f.EventElapsedTime, "cuEventElapsedTime");
  if (const Status status = f.Init(0); status != success)
    throw Unavailable(fmt::format("{}: cuInit gave {}{}", library.name(), status,
                                  status == error_no_device ? ": the driver is here, a GPU is not" : ""));
  return f;
}

}  // namespace

const Functions& functions() {
  static const Functions loaded = load();
  return loaded;
}

const char* status_name(Status status) {
  const char* name = nullptr;
  return functions().GetErrorName(status, &name) == success && name != nullptr ? name : "an error";
}

void check(Status status, const char* call) {
  if (status != success) throw DeviceError(fmt::format("{}: {} ({})", call, status_name(status), status));
}

Memory::Memory(std::size_t bytes) { check(functions().MemAlloc(&address_, bytes), "cuMemAlloc_v2"); }

Memory::~Memory() {
  if (address_ != 0) functions().MemFree(address_);
}

}  // namespace forewarp::run::cuda
