// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/speed.hpp"

#include <algorithm>

#include "forewarp/model/bounds/resource_cycles.hpp"
#include "forewarp/model/bounds/roof.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model {
namespace {

/// Nothing is lost: every share of a peak is 1.
Assumptions at_peak(const device::DeviceSpec& device) {
  return {.clock_hz = peak_clock(device), .dram_share = 1, .host_once = true};
}

bool is_of_memory(Resource resource) {
  return is_memory(resource) || resource == Resource::load_store || resource == Resource::shared;
}

/// Operations on the units that the device has.
Operations on_units_of(const device::DeviceSpec& device, const Operations& operations) {
  Operations moved{};
  for (std::size_t i = 0; i < float_unit_count; ++i)
    if (operations[i] > 0) moved[static_cast<std::size_t>(unit_on(device, static_cast<FloatUnit>(i)))] += operations[i];
  return moved;
}

void set_operations(Work& work, const Demand& demand, const device::DeviceSpec& device) {
  const Operations operations = on_units_of(device, demand.operations);
  double longest = 0;
  for (std::size_t i = 0; i < float_unit_count; ++i) {
    const auto unit = static_cast<FloatUnit>(i);
    const double peak = peak_operations(device, unit);
    if (!(operations[i] > 0) || !(peak > 0) || operations[i] / peak <= longest) continue;
    longest = operations[i] / peak;
    work.unit = unit;
    work.operations = operations[i];
    work.peak_operations = peak;
  }
}

Rate rate(double amount, double peak_per_s, double time_s) {
  return {std::min(amount / time_s, peak_per_s), peak_per_s};
}

ResourceShare share(const PeakTime& busy, double time_s) {
  return {busy.resource, std::min(1.0, busy.time_s / time_s)};
}

}  // namespace

/// block_cycles() has the cycles of a mean block, where all SMs are active; an SM executes blocks / SMs of them.
/// Dispatch is no work of the kernel, and "cores" is the sum of two pipes that share their lanes.
Work work_of(const Demand& demand, const device::DeviceSpec& device) {
  Work work{.dram_bytes = demand.dram_bytes, .peak_dram_bytes = device.dram_bytes_per_s};
  set_operations(work, demand, device);
  const Assumptions peak = at_peak(device);
  const BlockCycles block = block_cycles(demand, device, peak, device.sms);
  const double seconds = demand.blocks / device.sms / peak.clock_hz;
  for (std::size_t i = 0; i < resource_count; ++i) {
    const auto resource = static_cast<Resource>(i);
    if (resource == Resource::dispatch) continue;
    PeakTime& longest = is_of_memory(resource) ? work.memory : work.compute;
    if (block[i] * seconds > longest.time_s) longest = {name_of(resource), block[i] * seconds};
  }
  return work;
}

Speed speed_of(const Work& work, double time_s) {
  if (!(time_s > 0)) throw InputError("a rate needs a positive time");
  Speed speed{.unit = work.operations > 0 ? std::string(name_of(work.unit)) : std::string(),
              .operations = rate(work.operations, work.peak_operations, time_s),
              .dram = rate(work.dram_bytes, work.peak_dram_bytes, time_s),
              .compute = share(work.compute, time_s),
              .memory = share(work.memory, time_s)};
  return speed;
}

}  // namespace forewarp::model
