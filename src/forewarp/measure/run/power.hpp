// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The power that a device draws while a kernel runs, from any meter (NVML on NVIDIA's GPUs). Meters are slow
/// (some average over a second), so a kernel is launched back to back for seconds, and only the last part of that is
/// read.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "forewarp/measure/run/device.hpp"

namespace forewarp::run {

/// How the device is doing; 0 where it does not say.
struct DeviceState {
  double sm_clock_hz = 0, memory_clock_hz = 0;
  double celsius = 0;
  bool slowed_by_heat = false, slowed_by_power = false;
};

class PowerMeter {
 public:
  virtual ~PowerMeter() = default;
  [[nodiscard]] virtual std::string name() const = 0;
  /// Of the whole board, now or over the meter's own window. Throws DeviceError.
  [[nodiscard]] virtual double watts() = 0;
  /// Energy since some moment; nothing where it is not counted.
  [[nodiscard]] virtual std::optional<double> joules() = 0;
  [[nodiscard]] virtual DeviceState state() = 0;
};

/// NVML's meter of the GPU at this PCI place. Throws Unavailable where there is no NVML or it does not know the GPU.
[[nodiscard]] std::unique_ptr<PowerMeter> open_nvml(const std::string& pci_bus);

struct PowerRules {
  double ramp_share = 0.4;  ///< of the time, at the beginning, that is not read
  double poll_s = 1e-3;
  double idle_s = 0.5;  ///< 0: the idle power is not read
};

struct PowerReading {
  double watts = 0, idle_watts = 0;
  double seconds = 0;  ///< of one launch, by the host's clock
  std::uint64_t launches = 0;
  double update_period_s = 0;  ///< between changes of watts(); 0 where it never changed
  bool from_counter = false;   ///< energy over time, else the mean of watts()
  double joules = 0;           ///< of one launch by the energy counter; 0 where there is none
  DeviceState state;           ///< at the end, while the kernel still ran
};

/// The mean reading of the meter over the second half of this time, while nothing runs.
[[nodiscard]] double measure_idle_power(PowerMeter& meter, double seconds, const PowerRules& rules = {});

/// Reads the idle power, then launches for this long. Throws InputError for less than a tenth of a second.
[[nodiscard]] PowerReading measure_power(Kernel& kernel, const Shape& shape, PowerMeter& meter, double seconds,
                                         const PowerRules& rules = {});

}  // namespace forewarp::run
