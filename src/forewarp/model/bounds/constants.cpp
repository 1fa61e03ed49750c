// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/constants.hpp"

#include <algorithm>

#include "forewarp/model/bounds/roof.hpp"

namespace forewarp::model {
namespace {

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

DramShare dram_share(const device::DeviceSpec& d) {
  const std::string& type = d.dram_type;
  if (d.dram_inline_ecc) return contains(type, "GDDR5") ? DramShare{0.71, 0.64, 0.80} : DramShare{0.80, 0.69, 0.86};
  if (contains(type, "HBM3")) return {0.91, 0.85, 0.94};
  if (contains(type, "HBM2e") || contains(type, "HBM2E")) return {0.89, 0.82, 0.93};
  if (contains(type, "HBM2")) {
    if (d.compute_capability == 60) return {0.75, 0.70, 0.80};  // P100
    return d.vendor == device::Vendor::amd ? DramShare{0.80, 0.70, 0.86} : DramShare{0.90, 0.82, 0.93};
  }
  if (contains(type, "HBM")) return {0.77, 0.68, 0.85};
  if (contains(type, "GDDR7") || contains(type, "GDDR6X")) return {0.91, 0.84, 0.94};
  if (contains(type, "GDDR6")) return {0.86, 0.75, 0.91};
  if (contains(type, "GDDR5")) return {0.79, 0.72, 0.86};
  return {0.78, 0.65, 0.86};
}

Assumptions nominal(const device::DeviceSpec& d) {
  return {.clock_hz = peak_clock(d),
          .dram_share = dram_share(d).nominal,
          .dispatch_cycles = dispatch_cycles(d),
          .turnaround_cycles = turnaround_cycles(d)};
}

Assumptions optimistic(const device::DeviceSpec& d) {
  return {.clock_hz = peak_clock(d),
          .dram_share = dram_share(d).high,
          .work_scale = 0.9,
          .shared_scale = 0.5,
          .latency_scale = 0.85,
          .traffic_scale = 0.9,
          .perfect_overlap = true,
          .whole_l2 = true};
}

Assumptions pessimistic(const device::DeviceSpec& d) {
  return {.clock_hz = std::min(d.base_hz > 0 ? d.base_hz : d.boost_hz, d.boost_hz),
          .dram_share = dram_share(d).low,
          .l2_share = 0.8,
          .work_scale = 1.25,
          .latency_scale = 1.25,
          .traffic_scale = 1.25,
          .dispatch_cycles = 2 * dispatch_cycles(d),
          .turnaround_cycles = 2 * turnaround_cycles(d)};
}

double atomics_per_cycle(const device::DeviceSpec& d) {
  const bool fermi = d.vendor == device::Vendor::nvidia && d.compute_capability > 0 && d.compute_capability < 30;
  return fermi ? 1.0 / 9 : 1;
}

bool packs_registers(const device::DeviceSpec& d) {
  return d.vendor != device::Vendor::nvidia || d.compute_capability >= 70;
}

bool l2_in_two_partitions(const device::DeviceSpec& d) {
  return d.vendor == device::Vendor::nvidia && (d.compute_capability == 80 || d.compute_capability == 90);
}

double dispatch_cycles(const device::DeviceSpec& d) {
  return d.vendor == device::Vendor::nvidia && d.compute_capability >= 70 ? 16 : 0;
}

double turnaround_cycles(const device::DeviceSpec& d) {
  return d.vendor == device::Vendor::nvidia && d.compute_capability >= 70 ? 200 : 0;
}

double l2_port_bytes(const device::DeviceSpec& d) {
  return d.vendor == device::Vendor::nvidia && d.compute_capability < 70 ? 32 : 64;
}

bool cores_shared(const device::DeviceSpec& d) {
  if (d.vendor != device::Vendor::nvidia) return true;
  const unsigned cc = d.compute_capability;
  return cc < 70 || cc == 86 || cc == 87 || cc == 89 || cc >= 120;
}

}  // namespace forewarp::model
