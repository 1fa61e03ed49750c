// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/counters/cupti_api.hpp"

#include <fmt/format.h>

#include "forewarp/measure/run/counters/nsight.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run::cupti {

const Functions& functions() {
  // The loader's own places first, then where the toolkit's installers put it: CUPTI is often not
  // in the linker's cache. The range profiler exists since CUPTI 12.6; an older library lacks
  // cuptiRangeProfilerEnable and is reported by the name of the missing function.
  static const Functions loaded{DynamicLibrary(
      "FOREWARP_CUPTI",
      {"libcupti.so.13", "libcupti.so.12", "libcupti.so", "/usr/local/cuda/lib64/libcupti.so",
       "/usr/local/cuda/lib/libcupti.so", "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so",
       "/opt/cuda/extras/CUPTI/lib64/libcupti.so"},
      "counters need NVIDIA's CUPTI, which comes with the CUDA toolkit (FOREWARP_CUPTI names the file)")};
  return loaded;
}

void check(Status status, const char* call) {
  if (status == success) return;
  const char* name = nullptr;
  if (functions().GetResultString(status, &name) != success || name == nullptr) name = "an error";
  // A frequent failure: drivers let only administrators read counters unless told otherwise. It is
  // Unavailable (exit status 3) with the remedy, not an error of the device.
  if (status == error_insufficient_privileges || status == error_virtual_insufficient_privileges)
    throw Unavailable(
        fmt::format("{}: {} ({}), ERR_NVGPUCTRPERM: {}", call, name, status, counter_permission_advice()));
  throw DeviceError(fmt::format("{}: {} ({})", call, name, status));
}

}  // namespace forewarp::run::cupti
