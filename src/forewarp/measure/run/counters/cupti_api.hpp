// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The part of CUPTI's range profiler (CUDA 12.6 and later, Turing and later) that we call: its functions by dlopen,
/// its parameters as CUPTI's reference manual lists their members. Each begins with its own size, by which the library
/// knows which members the caller has, so that versions 12 and 13 take the same ones. tests compare them with CUPTI's
/// headers where those are.
#include <cstddef>
#include <cstdint>

#include "forewarp/support/dynamic_library.hpp"

namespace forewarp::run::cupti {

using Status = int;    ///< CUptiResult
using Handle = void*;  ///< CUcontext, CUpti_Profiler_Host_Object*, CUpti_RangeProfiler_Object*

inline constexpr Status success = 0, error_invalid_metric_name = 17, error_insufficient_privileges = 35,
                        error_virtual_insufficient_privileges = 40;
inline constexpr int range_profiler = 0;   ///< CUpti_ProfilerType
inline constexpr int auto_range = 1;       ///< CUpti_ProfilerRange: a range is a kernel
inline constexpr int kernel_replay = 2;    ///< CUpti_ProfilerReplayMode: CUPTI repeats each kernel, pass after pass
inline constexpr int level_supported = 3;  ///< CUpti_Profiler_Support_Level

struct Initialize {  // CUpti_Profiler_Initialize_Params
  std::size_t size = 16;
  void* reserved = nullptr;
};
struct DeviceSupported {  // CUpti_Profiler_DeviceSupported_Params
  std::size_t size = 52;
  void* reserved = nullptr;
  int device = 0;
  int supported = 0, architecture = 0, sli = 0, virtual_gpu = 0, confidential_compute = 0, cmp = 0, wsl = 0;
  int api = 0;
};
struct ChipName {  // CUpti_Device_GetChipName_Params
  std::size_t size = 32;
  void* reserved = nullptr;
  std::size_t device = 0;
  const char* name = nullptr;
};
struct CounterAvailability {  // CUpti_Profiler_GetCounterAvailability_Params
  std::size_t size = 40;
  void* reserved = nullptr;
  Handle context = nullptr;
  std::size_t image_size = 0;
  std::uint8_t* image = nullptr;
};
struct HostInitialize {  // CUpti_Profiler_Host_Initialize_Params
  std::size_t size = 48;
  void* reserved = nullptr;
  int profiler = range_profiler;
  const char* chip = nullptr;
  const std::uint8_t* availability = nullptr;
  Handle host = nullptr;
};
struct HostDeinitialize {  // CUpti_Profiler_Host_Deinitialize_Params
  std::size_t size = 24;
  void* reserved = nullptr;
  Handle host = nullptr;
};
struct ConfigAddMetrics {  // CUpti_Profiler_Host_ConfigAddMetrics_Params
  std::size_t size = 40;
  void* reserved = nullptr;
  Handle host = nullptr;
  const char** metrics = nullptr;
  std::size_t count = 0;
};
struct ConfigImageSize {  // CUpti_Profiler_Host_GetConfigImageSize_Params
  std::size_t size = 32;
  void* reserved = nullptr;
  Handle host = nullptr;
  std::size_t image_size = 0;
};
struct ConfigImage {  // CUpti_Profiler_Host_GetConfigImage_Params
  std::size_t size = 40;
  void* reserved = nullptr;
  Handle host = nullptr;
  std::size_t image_size = 0;
  std::uint8_t* image = nullptr;
};
struct Passes {  // CUpti_Profiler_Host_GetNumOfPasses_Params
  std::size_t size = 40;
  void* reserved = nullptr;
  std::size_t image_size = 0;
  std::uint8_t* image = nullptr;
  std::size_t passes = 0;
};
struct Evaluate {  // CUpti_Profiler_Host_EvaluateToGpuValues_Params
  std::size_t size = 72;
  void* reserved = nullptr;
  Handle host = nullptr;
  const std::uint8_t* data = nullptr;
  std::size_t data_size = 0;
  std::size_t range = 0;
  const char** metrics = nullptr;
  std::size_t count = 0;
  double* values = nullptr;
};
struct Target {  // CUpti_RangeProfiler_Disable_Params, ..._Start_Params
  std::size_t size = 24;
  void* reserved = nullptr;
  Handle profiler = nullptr;
};
struct Enable {  // CUpti_RangeProfiler_Enable_Params
  std::size_t size = 32;
  void* reserved = nullptr;
  Handle context = nullptr;
  Handle profiler = nullptr;
};
struct Stop {  // CUpti_RangeProfiler_Stop_Params
  std::size_t size = 41;
  void* reserved = nullptr;
  Handle profiler = nullptr;
  std::size_t pass = 0;
  std::size_t nesting_level = 0;
  std::uint8_t all_passes = 0;
};
struct Decode {  // CUpti_RangeProfiler_DecodeData_Params
  std::size_t size = 32;
  void* reserved = nullptr;
  Handle profiler = nullptr;
  std::size_t dropped = 0;
};
struct DataSize {  // CUpti_RangeProfiler_GetCounterDataSize_Params
  std::size_t size = 64;
  void* reserved = nullptr;
  Handle profiler = nullptr;
  const char** metrics = nullptr;
  std::size_t count = 0;
  std::size_t ranges = 1;
  std::uint32_t tree_nodes = 1;
  std::size_t data_size = 0;
};
struct DataInitialize {  // CUpti_RangeProfiler_CounterDataImage_Initialize_Params
  std::size_t size = 40;
  void* reserved = nullptr;
  Handle profiler = nullptr;
  std::size_t data_size = 0;
  std::uint8_t* data = nullptr;
};
struct DataInfo {  // CUpti_RangeProfiler_GetCounterDataInfo_Params
  std::size_t size = 40;
  void* reserved = nullptr;
  const std::uint8_t* data = nullptr;
  std::size_t data_size = 0;
  std::size_t ranges = 0;
};
struct SetConfig {  // CUpti_RangeProfiler_SetConfig_Params
  std::size_t size = 90;
  void* reserved = nullptr;
  Handle profiler = nullptr;
  std::size_t config_size = 0;
  const std::uint8_t* config = nullptr;
  std::size_t data_size = 0;
  std::uint8_t* data = nullptr;
  int range = auto_range, replay = kernel_replay;
  std::size_t ranges_per_pass = 1;
  std::uint16_t nesting_levels = 1, least_nesting_level = 1;
  std::size_t pass = 0;
  std::uint16_t target_nesting_level = 0;
};

/// The functions of libcupti.so that we call.
struct Functions {
  DynamicLibrary library;
  // Names as the library has them, without its prefix. NOLINTBEGIN(readability-identifier-naming)
  Status (*GetResultString)(Status, const char**) = library.required("cuptiGetResultString");
  Status (*ProfilerInitialize)(Initialize*) = library.required("cuptiProfilerInitialize");
  Status (*ProfilerDeviceSupported)(DeviceSupported*) = library.required("cuptiProfilerDeviceSupported");
  Status (*DeviceGetChipName)(ChipName*) = library.required("cuptiDeviceGetChipName");
  Status (*ProfilerGetCounterAvailability)(CounterAvailability*) =
      library.required("cuptiProfilerGetCounterAvailability");
  Status (*HostInitialize)(cupti::HostInitialize*) = library.required("cuptiProfilerHostInitialize");
  Status (*HostDeinitialize)(cupti::HostDeinitialize*) = library.required("cuptiProfilerHostDeinitialize");
  Status (*HostConfigAddMetrics)(ConfigAddMetrics*) = library.required("cuptiProfilerHostConfigAddMetrics");
  Status (*HostGetConfigImageSize)(ConfigImageSize*) = library.required("cuptiProfilerHostGetConfigImageSize");
  Status (*HostGetConfigImage)(ConfigImage*) = library.required("cuptiProfilerHostGetConfigImage");
  Status (*HostGetNumOfPasses)(Passes*) = library.required("cuptiProfilerHostGetNumOfPasses");
  Status (*HostEvaluateToGpuValues)(Evaluate*) = library.required("cuptiProfilerHostEvaluateToGpuValues");
  Status (*RangeEnable)(Enable*) = library.required("cuptiRangeProfilerEnable");
  Status (*RangeDisable)(Target*) = library.required("cuptiRangeProfilerDisable");
  Status (*RangeStart)(Target*) = library.required("cuptiRangeProfilerStart");
  Status (*RangeStop)(Stop*) = library.required("cuptiRangeProfilerStop");
  Status (*RangeDecodeData)(Decode*) = library.required("cuptiRangeProfilerDecodeData");
  Status (*RangeGetCounterDataSize)(DataSize*) = library.required("cuptiRangeProfilerGetCounterDataSize");
  Status (*RangeCounterDataImageInitialize)(DataInitialize*) =
      library.required("cuptiRangeProfilerCounterDataImageInitialize");
  Status (*RangeGetCounterDataInfo)(DataInfo*) = library.required("cuptiRangeProfilerGetCounterDataInfo");
  Status (*RangeSetConfig)(SetConfig*) = library.required("cuptiRangeProfilerSetConfig");
  // NOLINTEND(readability-identifier-naming)
};

/// Loaded once; the profiler is not initialised. Throws Unavailable where there is no libcupti or it is older
/// than 12.6.
[[nodiscard]] const Functions& functions();

/// Throws Unavailable naming how to get the permission where it is missing, DeviceError with the call and its code for
/// all else that is no success.
void check(Status status, const char* call);

}  // namespace forewarp::run::cupti
