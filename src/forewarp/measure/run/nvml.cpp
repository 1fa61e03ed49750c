// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// The part of NVML that we call, as its reference manual gives it; nothing of it is linked. NVML
/// has its own units: milliwatts, millijoules, MHz and degrees Celsius; they end here, and
/// PowerMeter has SI units. Functions that only some GPUs or drivers have are optional; power
/// itself is not.
#include <fmt/format.h>

#include "forewarp/measure/run/power.hpp"
#include "forewarp/support/dynamic_library.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::run {
namespace {

using Handle = void*;  // nvmlDevice_t
constexpr int success = 0, not_supported = 3;
constexpr unsigned clock_sm = 1, clock_memory = 2, temperature_gpu = 0;
// nvmlClocksThrottleReason...: SwPowerCap, HwSlowdown, SwThermalSlowdown, HwThermalSlowdown, HwPowerBrakeSlowdown
constexpr unsigned long long by_power = 0x4 | 0x80, by_heat = 0x20 | 0x40, by_either = 0x8;

struct Functions {
  DynamicLibrary library;
  int (*init)() = library.required("nvmlInit_v2");
  const char* (*error_string)(int) = library.required("nvmlErrorString");
  int (*handle_by_pci)(const char*, Handle*) = library.required("nvmlDeviceGetHandleByPciBusId_v2");
  int (*power)(Handle, unsigned*) = library.required("nvmlDeviceGetPowerUsage");
  int (*energy)(Handle, unsigned long long*) = library.optional("nvmlDeviceGetTotalEnergyConsumption");  // since Volta
  int (*clock)(Handle, unsigned, unsigned*) = library.optional("nvmlDeviceGetClockInfo");
  int (*temperature)(Handle, unsigned, unsigned*) = library.optional("nvmlDeviceGetTemperature");
  int (*throttle)(Handle, unsigned long long*) = library.optional("nvmlDeviceGetCurrentClocksThrottleReasons");
};

Functions load() {
  const Functions f{
      DynamicLibrary("FOREWARP_NVML", {"libnvidia-ml.so.1", "libnvidia-ml.so"}, "power needs NVIDIA's NVML")};
  if (const int status = f.init(); status != success)
    throw Unavailable(fmt::format("{}: nvmlInit_v2: {} ({})", f.library.name(), f.error_string(status), status));
  return f;
}

const Functions& functions() {
  static const Functions loaded = load();  // NVML stays open for the life of the process
  return loaded;
}

class NvmlMeter final : public PowerMeter {
 public:
  explicit NvmlMeter(const std::string& pci_bus) : f_(functions()) {
    if (const int status = f_.handle_by_pci(pci_bus.c_str(), &device_); status != success)
      throw Unavailable(
          fmt::format("NVML does not know the GPU at {}: {} ({})", pci_bus, f_.error_string(status), status));
  }

  std::string name() const override { return "NVML"; }
  double watts() override {
    unsigned milliwatts = 0;
    check(f_.power(device_, &milliwatts), "nvmlDeviceGetPowerUsage");
    return milliwatts * 1e-3;
  }
  std::optional<double> joules() override {
    unsigned long long millijoules = 0;
    if (f_.energy == nullptr) return std::nullopt;
    const int status = f_.energy(device_, &millijoules);
    // GPUs before Volta: the function is there, the counter is not.
    if (status == not_supported) return std::nullopt;
    check(status, "nvmlDeviceGetTotalEnergyConsumption");
    return static_cast<double>(millijoules) * 1e-3;
  }
  DeviceState state() override {
    DeviceState state;
    state.sm_clock_hz = clock(clock_sm);
    state.memory_clock_hz = clock(clock_memory);
    unsigned degrees = 0;
    if (f_.temperature != nullptr && f_.temperature(device_, temperature_gpu, &degrees) == success)
      state.celsius = degrees;
    unsigned long long reasons = 0;
    if (f_.throttle != nullptr && f_.throttle(device_, &reasons) == success) {
      state.slowed_by_power = (reasons & (by_power | by_either)) != 0;
      state.slowed_by_heat = (reasons & (by_heat | by_either)) != 0;
    }
    return state;
  }

 private:
  double clock(unsigned which) const {
    unsigned megahertz = 0;
    return f_.clock != nullptr && f_.clock(device_, which, &megahertz) == success ? megahertz * 1e6 : 0;
  }
  void check(int status, const char* call) const {
    if (status != success) throw DeviceError(fmt::format("{}: {} ({})", call, f_.error_string(status), status));
  }

  const Functions& f_;
  Handle device_ = nullptr;
};

}  // namespace

std::unique_ptr<PowerMeter> open_nvml(const std::string& pci_bus) { return std::make_unique<NvmlMeter>(pci_bus); }

}  // namespace forewarp::run
