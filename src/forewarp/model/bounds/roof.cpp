// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/bounds/roof.hpp"

#include <algorithm>

#include "forewarp/model/bounds/resource_cycles.hpp"

namespace forewarp::model {

double peak_clock(const device::DeviceSpec& device) { return std::max(device.boost_hz, device.sustained_hz); }

namespace {

/// Operations are counted in PTX, whatever was made of it.
void raise_to_operations(std::vector<Term>& roofs, const Demand& demand, const device::DeviceSpec& device) {
  for (const FloatUnit unit : {FloatUnit::fp32, FloatUnit::fp64, FloatUnit::fp16, FloatUnit::tensor_f64}) {
    const double operations = demand.operations[static_cast<std::size_t>(unit)];
    const double peak = peak_operations(device, unit_on(device, unit));
    if (!(operations > 0) || !(peak > 0)) continue;
    const auto known = std::ranges::find(roofs, name_of(unit), &Term::name);
    if (known == roofs.end())
      roofs.push_back({std::string(name_of(unit)), operations / peak});
    else
      known->time_s = std::max(known->time_s, operations / peak);
  }
}

}  // namespace

/// Times at the data sheet's peak rates, longest first. Pipes whose instruction counts are estimates give no roof.
std::vector<Term> roofs_of(const Demand& demand, const device::DeviceSpec& device) {
  std::vector<Term> roofs;
  const BlockCycles sm = pipe_cycles(demand, device);  // of the whole grid, on one SM
  const double cycles_per_s = device.sms * peak_clock(device);
  for (const Resource r : {Resource::fp16, Resource::fp32, Resource::fp64, Resource::tensor}) {
    if (demand.pipes_estimated && (r == Resource::fp32 || r == Resource::fp64)) continue;
    if (const double cycles = sm[static_cast<std::size_t>(r)]; cycles > 0)
      roofs.push_back({name_of(r), cycles / cycles_per_s});
  }
  raise_to_operations(roofs, demand, device);
  if (demand.min_dram_bytes > 0)
    roofs.push_back({name_of(Resource::dram), demand.min_dram_bytes / device.dram_bytes_per_s});
  if (device.host_bytes_per_s > 0) {
    const double bytes = std::max(demand.host.read_bytes_once, demand.host.written_bytes_once);
    if (bytes > 0) roofs.push_back({name_of(Resource::host_link), bytes / device.host_bytes_per_s});
  }
  std::ranges::stable_sort(roofs, std::greater{}, &Term::time_s);
  return roofs;
}

/// Twice the standard error in both directions, on the part that is not overhead. Example: 2 %
/// standard error, 20 us (16 to 26) with 4 us overhead: the factor is 1.04, so 12 us become 11.5
/// and 22 us become 22.9: 15.5 to 26.9 us.
void widen(Prediction& p, double sampling_error, double overhead_s) {
  if (!(sampling_error > 0)) return;
  const double factor = 1 + 2 * sampling_error;
  p.low_s -= std::max(0.0, p.low_s - overhead_s) * (1 - 1 / factor);
  p.high_s += std::max(0.0, p.high_s - overhead_s) * (factor - 1);
}

/// Counts may be two standard errors too high, so the lower end of the range is raised only to the roofs divided by
/// that.
void raise_to_roofs(Prediction& p, std::vector<Term> roofs, const RoofErrors& errors) {
  p.roofs = std::move(roofs);
  const double least = p.min_s();
  p.time_s = std::max(p.time_s, least);
  p.high_s = std::max(p.high_s, p.time_s);
  double certain = 0;
  for (const Term& roof : p.roofs) {
    const double error = roof.name == name_of(Resource::dram)        ? errors.dram
                         : roof.name == name_of(Resource::host_link) ? errors.traffic
                                                                     : errors.counts;
    certain = std::max(certain, roof.time_s / (1 + 2 * error));
  }
  p.low_s = std::min(p.time_s, std::max(p.low_s, certain));
}

}  // namespace forewarp::model
