// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// NVML of a board that draws 60 W, and 250 W for 60 ms after the last launch on the fake driver. Result changes
/// every 5 ms, as real meters are slower than who reads them.
#include <dlfcn.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace {

std::int64_t now_ns() { return std::chrono::steady_clock::now().time_since_epoch().count(); }

bool is_busy(std::int64_t at_ns) {
  void* driver = ::dlopen(std::getenv("FOREWARP_CUDA"), RTLD_NOW | RTLD_NOLOAD);
  if (driver == nullptr) return false;
  const auto* last = static_cast<const std::int64_t*>(::dlsym(driver, "forewarp_fake_last_launch_ns"));
  return last != nullptr && at_ns - *last < 60'000'000;
}

constexpr std::int64_t step_ns = 5'000'000;
double joules = 1000;
std::int64_t counted_to = 0;

/// The energy up to the last whole step; the power of a step is that at its end.
void count() {
  const std::int64_t step = now_ns() / step_ns;
  if (counted_to == 0) counted_to = step;
  for (; counted_to < step; ++counted_to) joules += (is_busy(step * step_ns) ? 250 : 60) * 1e-9 * step_ns;
}

}  // namespace

extern "C" {
int nvmlInit_v2() { return 0; }
const char* nvmlErrorString(int) { return "Not Found"; }
int nvmlDeviceGetHandleByPciBusId_v2(const char* bus, void** device) {
  *device = &joules;
  return std::strcmp(bus, "0000:0A:00.0") == 0 ? 0 : 6;
}
int nvmlDeviceGetPowerUsage(void*, unsigned* milliwatts) {
  count();
  const auto step = static_cast<unsigned>(counted_to % 2);  // a little different each time, as real ones are
  return *milliwatts = (is_busy(now_ns()) ? 250'000 : 60'000) + step, 0;
}
int nvmlDeviceGetTotalEnergyConsumption(void*, unsigned long long* millijoules) {
  count();
  return *millijoules = static_cast<unsigned long long>(joules * 1000), 0;
}
int nvmlDeviceGetClockInfo(void*, unsigned which, unsigned* megahertz) {
  return *megahertz = which == 1 ? 1380 : 877, 0;
}
int nvmlDeviceGetTemperature(void*, unsigned, unsigned* degrees) { return *degrees = 61, 0; }
int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons) { return *reasons = 0x4, 0; }
}
