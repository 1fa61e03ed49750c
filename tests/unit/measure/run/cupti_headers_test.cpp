// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Our declarations of CUPTI against its headers, where they are installed: sizes as the library reads them, and the
/// place of every member that we set or read.
#include <cuda.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_result.h>
#include <cupti_target.h>
#include <gtest/gtest.h>

#include "forewarp/measure/run/counters/cupti_api.hpp"

namespace forewarp::run::cupti {
namespace {

#define SAME(theirs, their_member, ours, our_member) \
  static_assert(offsetof(theirs, their_member) == offsetof(ours, our_member), #theirs "." #their_member)

SAME(CUpti_Profiler_DeviceSupported_Params, cuDevice, DeviceSupported, device);
SAME(CUpti_Profiler_DeviceSupported_Params, isSupported, DeviceSupported, supported);
SAME(CUpti_Profiler_DeviceSupported_Params, architecture, DeviceSupported, architecture);
SAME(CUpti_Profiler_DeviceSupported_Params, vGpu, DeviceSupported, virtual_gpu);
SAME(CUpti_Profiler_DeviceSupported_Params, wsl, DeviceSupported, wsl);
SAME(CUpti_Profiler_DeviceSupported_Params, api, DeviceSupported, api);
SAME(CUpti_Device_GetChipName_Params, deviceIndex, ChipName, device);
SAME(CUpti_Device_GetChipName_Params, pChipName, ChipName, name);
SAME(CUpti_Profiler_GetCounterAvailability_Params, ctx, CounterAvailability, context);
SAME(CUpti_Profiler_GetCounterAvailability_Params, counterAvailabilityImageSize, CounterAvailability, image_size);
SAME(CUpti_Profiler_GetCounterAvailability_Params, pCounterAvailabilityImage, CounterAvailability, image);
SAME(CUpti_Profiler_Host_Initialize_Params, profilerType, HostInitialize, profiler);
SAME(CUpti_Profiler_Host_Initialize_Params, pChipName, HostInitialize, chip);
SAME(CUpti_Profiler_Host_Initialize_Params, pCounterAvailabilityImage, HostInitialize, availability);
SAME(CUpti_Profiler_Host_Initialize_Params, pHostObject, HostInitialize, host);
SAME(CUpti_Profiler_Host_Deinitialize_Params, pHostObject, HostDeinitialize, host);
SAME(CUpti_Profiler_Host_ConfigAddMetrics_Params, ppMetricNames, ConfigAddMetrics, metrics);
SAME(CUpti_Profiler_Host_ConfigAddMetrics_Params, numMetrics, ConfigAddMetrics, count);
SAME(CUpti_Profiler_Host_GetConfigImageSize_Params, configImageSize, ConfigImageSize, image_size);
SAME(CUpti_Profiler_Host_GetConfigImage_Params, configImageSize, ConfigImage, image_size);
SAME(CUpti_Profiler_Host_GetConfigImage_Params, pConfigImage, ConfigImage, image);
SAME(CUpti_Profiler_Host_GetNumOfPasses_Params, pConfigImage, Passes, image);
SAME(CUpti_Profiler_Host_GetNumOfPasses_Params, numOfPasses, Passes, passes);
SAME(CUpti_Profiler_Host_EvaluateToGpuValues_Params, pHostObject, Evaluate, host);
SAME(CUpti_Profiler_Host_EvaluateToGpuValues_Params, pCounterDataImage, Evaluate, data);
SAME(CUpti_Profiler_Host_EvaluateToGpuValues_Params, counterDataImageSize, Evaluate, data_size);
SAME(CUpti_Profiler_Host_EvaluateToGpuValues_Params, rangeIndex, Evaluate, range);
SAME(CUpti_Profiler_Host_EvaluateToGpuValues_Params, ppMetricNames, Evaluate, metrics);
SAME(CUpti_Profiler_Host_EvaluateToGpuValues_Params, pMetricValues, Evaluate, values);
SAME(CUpti_RangeProfiler_Enable_Params, ctx, Enable, context);
SAME(CUpti_RangeProfiler_Enable_Params, pRangeProfilerObject, Enable, profiler);
SAME(CUpti_RangeProfiler_Stop_Params, pRangeProfilerObject, Stop, profiler);
SAME(CUpti_RangeProfiler_Stop_Params, isAllPassSubmitted, Stop, all_passes);
SAME(CUpti_RangeProfiler_DecodeData_Params, numOfRangeDropped, Decode, dropped);
SAME(CUpti_RangeProfiler_GetCounterDataSize_Params, pMetricNames, DataSize, metrics);
SAME(CUpti_RangeProfiler_GetCounterDataSize_Params, maxNumOfRanges, DataSize, ranges);
SAME(CUpti_RangeProfiler_GetCounterDataSize_Params, maxNumRangeTreeNodes, DataSize, tree_nodes);
SAME(CUpti_RangeProfiler_GetCounterDataSize_Params, counterDataSize, DataSize, data_size);
SAME(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, counterDataSize, DataInitialize, data_size);
SAME(CUpti_RangeProfiler_CounterDataImage_Initialize_Params, pCounterData, DataInitialize, data);
SAME(CUpti_RangeProfiler_GetCounterDataInfo_Params, pCounterDataImage, DataInfo, data);
SAME(CUpti_RangeProfiler_GetCounterDataInfo_Params, numTotalRanges, DataInfo, ranges);
SAME(CUpti_RangeProfiler_SetConfig_Params, configSize, SetConfig, config_size);
SAME(CUpti_RangeProfiler_SetConfig_Params, pConfig, SetConfig, config);
SAME(CUpti_RangeProfiler_SetConfig_Params, counterDataImageSize, SetConfig, data_size);
SAME(CUpti_RangeProfiler_SetConfig_Params, pCounterDataImage, SetConfig, data);
SAME(CUpti_RangeProfiler_SetConfig_Params, range, SetConfig, range);
SAME(CUpti_RangeProfiler_SetConfig_Params, replayMode, SetConfig, replay);
SAME(CUpti_RangeProfiler_SetConfig_Params, maxRangesPerPass, SetConfig, ranges_per_pass);
SAME(CUpti_RangeProfiler_SetConfig_Params, numNestingLevels, SetConfig, nesting_levels);
SAME(CUpti_RangeProfiler_SetConfig_Params, minNestingLevel, SetConfig, least_nesting_level);
SAME(CUpti_RangeProfiler_SetConfig_Params, passIndex, SetConfig, pass);
SAME(CUpti_RangeProfiler_SetConfig_Params, targetNestingLevel, SetConfig, target_nesting_level);
#undef SAME

TEST(CuptiHeaders, SizesAndNumbersAreTheirs) {
  EXPECT_EQ(Initialize().size, CUpti_Profiler_Initialize_Params_STRUCT_SIZE);
  EXPECT_EQ(DeviceSupported().size, CUpti_Profiler_DeviceSupported_Params_STRUCT_SIZE);
  EXPECT_EQ(ChipName().size, CUpti_Device_GetChipName_Params_STRUCT_SIZE);
  EXPECT_EQ(CounterAvailability().size, CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE);
  EXPECT_EQ(HostInitialize().size, CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE);
  EXPECT_EQ(HostDeinitialize().size, CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE);
  EXPECT_EQ(ConfigAddMetrics().size, CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE);
  EXPECT_EQ(ConfigImageSize().size, CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE);
  EXPECT_EQ(ConfigImage().size, CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE);
  EXPECT_EQ(Passes().size, CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE);
  EXPECT_EQ(Evaluate().size, CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE);
  EXPECT_EQ(Target().size, CUpti_RangeProfiler_Start_Params_STRUCT_SIZE);
  EXPECT_EQ(Target().size, CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE);
  EXPECT_EQ(Enable().size, CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE);
  EXPECT_EQ(Stop().size, CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE);
  EXPECT_EQ(Decode().size, CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE);
  EXPECT_EQ(DataSize().size, CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE);
  EXPECT_EQ(DataInitialize().size, CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE);
  EXPECT_EQ(DataInfo().size, CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE);
  EXPECT_EQ(SetConfig().size, CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE);
  EXPECT_EQ(range_profiler, CUPTI_PROFILER_TYPE_RANGE_PROFILER);
  EXPECT_EQ(auto_range, CUPTI_AutoRange);
  EXPECT_EQ(kernel_replay, CUPTI_KernelReplay);
  EXPECT_EQ(level_supported, CUPTI_PROFILER_CONFIGURATION_SUPPORTED);
  EXPECT_EQ(error_invalid_metric_name, CUPTI_ERROR_INVALID_METRIC_NAME);
  EXPECT_EQ(error_insufficient_privileges, CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
  EXPECT_EQ(error_virtual_insufficient_privileges, CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES);
}

}  // namespace
}  // namespace forewarp::run::cupti
