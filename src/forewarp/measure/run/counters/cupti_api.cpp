// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/run/counters/cupti_api.hpp"

#include <fmt/format.h>

#include "forewarp/measure/run/counters/nsight.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run::cupti {
namespace {

Functions load() {
  // The loader's own places first, then where the toolkit's installers put it: CUPTI is often not
  // in the linker's cache. The range profiler exists since CUPTI 12.6; an older library lacks
  // cuptiRangeProfilerEnable and is reported by the name of the missing function.
  const DynamicLibrary library(
      "FOREWARP_CUPTI",
      {"libcupti.so.13", "libcupti.so.12", "libcupti.so", "/usr/local/cuda/lib64/libcupti.so",
       "/usr/local/cuda/lib/libcupti.so", "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so",
       "/opt/cuda/extras/CUPTI/lib64/libcupti.so"},
      "counters need NVIDIA's CUPTI, which comes with the CUDA toolkit (FOREWARP_CUPTI names the file)");
  Functions f;
  library.require(f.GetResultString, "cuptiGetResultString");
  library.require(f.ProfilerInitialize, "cuptiProfilerInitialize");
  library.require(f.ProfilerDeviceSupported, "cuptiProfilerDeviceSupported");
  library.require(f.DeviceGetChipName, "cuptiDeviceGetChipName");
  library.require(f.ProfilerGetCounterAvailability, "cuptiProfilerGetCounterAvailability");
  library.require(f.HostInitialize, "cuptiProfilerHostInitialize");
  library.require(f.HostDeinitialize, "cuptiProfilerHostDeinitialize");
  library.require(f.HostConfigAddMetrics, "cuptiProfilerHostConfigAddMetrics");
  library.require(f.HostGetConfigImageSize, "cuptiProfilerHostGetConfigImageSize");
  library.require(f.HostGetConfigImage, "cuptiProfilerHostGetConfigImage");
  library.require(f.HostGetNumOfPasses, "cuptiProfilerHostGetNumOfPasses");
  library.require(f.HostEvaluateToGpuValues, "cuptiProfilerHostEvaluateToGpuValues");
  library.require(f.RangeEnable, "cuptiRangeProfilerEnable");
  library.require(f.RangeDisable, "cuptiRangeProfilerDisable");
  library.require(f.RangeStart, "cuptiRangeProfilerStart");
  library.require(f.RangeStop, "cuptiRangeProfilerStop");
  library.require(f.RangeDecodeData, "cuptiRangeProfilerDecodeData");
  library.require(f.RangeGetCounterDataSize, "cuptiRangeProfilerGetCounterDataSize");
  library.require(f.RangeCounterDataImageInitialize, "cuptiRangeProfilerCounterDataImageInitialize");
  library.require(f.RangeGetCounterDataInfo, "cuptiRangeProfilerGetCounterDataInfo");
  library.require(f.RangeSetConfig, "cuptiRangeProfilerSetConfig");
  return f;
}

}  // namespace

const Functions& functions() {
  static const Functions loaded = load();
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
