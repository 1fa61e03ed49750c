// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// CUPTI without a GPU: refuses calls out of their order and parameters of another size than CUPTI 13's headers give
/// them; a metric is worth its place in the list and a half. FAKE_CUPTI: forbidden, no permission; volta, a GPU that is
/// too old. Members are reached by their offsets, so that the declarations under test are not used to test themselves.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace {

enum : int {
  success = 0,
  invalid_parameter = 1,
  invalid_operation = 7,
  too_small = 10,
  invalid_metric = 17,
  forbidden = 35
};

struct State {
  bool initialized = false, enabled = false, configured = false, started = false;
  std::size_t ranges = 0;
} state;

int object = 0;  // what handles point to

template <typename T>
T& at(void* p, std::size_t offset) {
  return *reinterpret_cast<T*>(static_cast<char*>(p) + offset);
}
bool sized(void* p, std::size_t size) { return at<std::size_t>(p, 0) == size && at<void*>(p, 8) == nullptr; }
std::string_view mode() {
  const char* text = std::getenv("FAKE_CUPTI");
  return text == nullptr ? "" : text;
}

}  // namespace

extern "C" {

int cuptiGetResultString(int status, const char** text) {
  *text = status == forbidden           ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"
          : status == invalid_operation ? "CUPTI_ERROR_INVALID_OPERATION"
                                        : "CUPTI_ERROR_OTHER";
  return success;
}
int cuptiProfilerInitialize(void* p) {
  state.initialized = sized(p, 16);
  return state.initialized ? success : too_small;
}
int cuptiProfilerDeviceSupported(void* p) {
  if (!sized(p, 52) || !state.initialized) return too_small;
  at<int>(p, 20) = mode() == "volta" ? 1 : 3;
  at<int>(p, 24) = mode() == "volta" ? 1 : 3;
  return success;
}
int cuptiDeviceGetChipName(void* p) {
  if (!sized(p, 32)) return too_small;
  at<const char*>(p, 24) = "GH100";
  return success;
}
int cuptiProfilerGetCounterAvailability(void* p) {
  if (!sized(p, 40) || at<void*>(p, 16) == nullptr) return too_small;
  if (mode() == "forbidden") return forbidden;
  if (at<void*>(p, 32) == nullptr) at<std::size_t>(p, 24) = 5;
  return at<std::size_t>(p, 24) == 5 ? success : invalid_parameter;
}
int cuptiProfilerHostInitialize(void* p) {
  if (!sized(p, 48) || std::strcmp(at<const char*>(p, 24), "GH100") != 0) return too_small;
  at<void*>(p, 40) = new bool(false);
  return success;
}
int cuptiProfilerHostDeinitialize(void* p) {
  if (!sized(p, 24)) return too_small;
  delete at<bool*>(p, 16);
  return success;
}
int cuptiProfilerHostConfigAddMetrics(void* p) {
  if (!sized(p, 40) || at<std::size_t>(p, 32) != 1) return too_small;
  bool& spoilt = *at<bool*>(p, 16);
  if (spoilt) return 999;  // as the real one after a metric that it does not have
  spoilt = std::string_view(at<const char**>(p, 24)[0]).starts_with("launch__");
  return spoilt ? invalid_metric : success;
}
int cuptiProfilerHostGetConfigImageSize(void* p) {
  at<std::size_t>(p, 24) = 7;
  return sized(p, 32) ? success : too_small;
}
int cuptiProfilerHostGetConfigImage(void* p) {
  return sized(p, 40) && at<std::size_t>(p, 24) == 7 && at<void*>(p, 32) != nullptr ? success : too_small;
}
int cuptiProfilerHostGetNumOfPasses(void* p) {
  at<std::size_t>(p, 32) = 3;
  return sized(p, 40) ? success : too_small;
}
int cuptiProfilerHostEvaluateToGpuValues(void* p) {
  if (!sized(p, 72) || at<std::size_t>(p, 32) != 11 || at<std::size_t>(p, 40) != 0) return too_small;
  for (std::size_t i = 0; i < at<std::size_t>(p, 56); ++i) at<double*>(p, 64)[i] = static_cast<double>(i) + 0.5;
  return success;
}
int cuptiRangeProfilerEnable(void* p) {
  if (!sized(p, 32) || state.enabled) return too_small;
  state.enabled = true;
  at<void*>(p, 24) = &object;
  return success;
}
int cuptiRangeProfilerDisable(void* p) {
  state.enabled = false;
  return sized(p, 24) ? success : too_small;
}
int cuptiRangeProfilerGetCounterDataSize(void* p) {
  if (!sized(p, 64) || at<std::size_t>(p, 40) != 1 || at<std::uint32_t>(p, 48) != 1) return too_small;
  at<std::size_t>(p, 56) = 11;
  return success;
}
int cuptiRangeProfilerCounterDataImageInitialize(void* p) {
  return sized(p, 40) && at<std::size_t>(p, 24) == 11 && at<void*>(p, 32) != nullptr ? success : too_small;
}
int cuptiRangeProfilerSetConfig(void* p) {
  const bool right = sized(p, 90) && at<void*>(p, 16) == &object && at<std::size_t>(p, 24) == 7 &&
                     at<std::size_t>(p, 40) == 11 && at<int>(p, 56) == 1 && at<int>(p, 60) == 2 &&
                     at<std::size_t>(p, 64) == 1 && at<std::uint16_t>(p, 72) == 1 && at<std::uint16_t>(p, 74) == 1;
  if (!right) return too_small;
  if (state.started) return invalid_operation;
  state.configured = true;
  return success;
}
int cuptiRangeProfilerStart(void* p) {
  if (!sized(p, 24) || !state.configured || state.started) return invalid_operation;
  state.started = true;
  return success;
}
int cuptiRangeProfilerStop(void* p) {
  if (!sized(p, 41) || !state.started) return invalid_operation;
  state.started = state.configured = false;
  state.ranges = 1;
  at<std::uint8_t>(p, 40) = 1;
  return success;
}
int cuptiRangeProfilerDecodeData(void* p) { return sized(p, 32) && !state.started ? success : invalid_operation; }
int cuptiRangeProfilerGetCounterDataInfo(void* p) {
  if (!sized(p, 40) || at<std::size_t>(p, 24) != 11) return too_small;
  at<std::size_t>(p, 32) = state.ranges;
  return success;
}
}
