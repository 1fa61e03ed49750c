// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/constants.hpp"

#include <algorithm>

namespace forewarp::model {
namespace {

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

DramShare dram_share(const device::DeviceSpec& d) {
  const std::string& type = d.dram_type;
  if (contains(type, "ECC")) return {0.72, 0.65, 0.80};
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

Assumptions likely(const device::DeviceSpec& d) { return {.clock_hz = d.boost_hz, .dram_share = dram_share(d).likely}; }

Assumptions kindest(const device::DeviceSpec& d) {
  const double headroom = contains(d.name, "TX ") || contains(d.name, "Titan") ? 1.1 : 1.0;
  return {.clock_hz = d.boost_hz * headroom,
          .dram_share = dram_share(d).high,
          .latency_scale = 0.85,
          .traffic_scale = 0.9,
          .perfect_overlap = true};
}

Assumptions harshest(const device::DeviceSpec& d) {
  return {.clock_hz = std::min(d.base_hz > 0 ? d.base_hz : d.boost_hz, d.boost_hz),
          .dram_share = dram_share(d).low,
          .l2_share = 0.8,
          .latency_scale = 1.25,
          .traffic_scale = 1.25};
}

double atomics_per_cycle(const device::DeviceSpec& d) {
  const bool fermi = d.vendor == device::Vendor::nvidia && d.compute_capability > 0 && d.compute_capability < 30;
  return fermi ? 1.0 / 9 : 1;
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
