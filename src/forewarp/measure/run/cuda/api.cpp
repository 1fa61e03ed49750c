// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/cuda/api.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::run::cuda {
namespace {

Functions load() {
  const Functions f{DynamicLibrary("FOREWARP_CUDA", {"libcuda.so.1"}, "CUDA needs NVIDIA's driver")};
  if (const Status status = f.Init(0); status != success)
    throw Unavailable(fmt::format("{}: cuInit gave {}{}", f.library.name(), status,
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
