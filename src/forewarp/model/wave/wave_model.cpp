// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/wave/wave_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/model/bounds/bounds.hpp"
#include "forewarp/model/bounds/constants.hpp"
#include "forewarp/model/bounds/resource_cycles.hpp"
#include "forewarp/model/bounds/roof.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model {
namespace wave {
namespace {

struct Source {
  Constants constants;
  const char* resource = "";  ///< that is wanted most
};

/// The largest demand on memory and the largest on the rest: a warp alone does not overlap them (bounds.cpp).
/// Example: 400 cycles of DRAM, 300 of L2, 120 of issue and 80 of arithmetic: 400 + 120 = 520.
double one_after_the_other(const BlockCycles& block) {
  double memory = 0, rest = 0;
  for (std::size_t i = 0; i < block.size(); ++i) {
    double& phase = is_memory(static_cast<Resource>(i)) ? memory : rest;
    phase = std::max(phase, block[i]);
  }
  return memory + rest;
}

/// alone: the time of one warp with the device for itself, at least what its own scheduler needs
/// for it. busy: its share of the resource that is wanted most. alone / busy warps keep that
/// resource busy all the time (Little's law), which is where the bend is.
Source source_of(const Demand& demand, const device::DeviceSpec& device, const Assumptions& assumptions) {
  if (!(demand.blocks >= 1)) throw InputError("a launch has at least one block");
  if (device.sms == 0 || !(assumptions.clock_hz > 0) || !(device.dram_bytes_per_s > 0))
    throw InputError(fmt::format("device '{}' lacks SMs, a clock or a memory bandwidth", device.name));
  const double active = std::min(demand.blocks, static_cast<double>(device.sms));
  const BlockCycles block = block_cycles(demand, device, assumptions, active);
  const auto* most = std::max_element(block.begin(), block.end());
  const double warps = std::max(1u, demand.occupancy.warps_per_block);
  const double busy = std::max(*most / warps, 1e-9);
  const double one_scheduler = one_after_the_other(block) / warps * std::max(1u, device.schedulers);
  const double alone = std::max({path_cycles(demand, device, assumptions), one_scheduler, busy});
  return {{.tau_s = alone / assumptions.clock_hz, .saturation_warps = alone / busy},
          name_of(static_cast<Resource>(most - block.begin()))};
}

/// Under other assumptions, for the ends of the range.
double time_s(const Demand& demand, const device::DeviceSpec& device, const Assumptions& assumptions) {
  const Constants constants = source_of(demand, device, assumptions).constants;
  return device.launch_overhead_s + waves(device, demand.occupancy, demand.blocks, constants).time_s;
}

}  // namespace

Constants constants_from(const Demand& demand, const device::DeviceSpec& device) {
  return source_of(demand, device, nominal(device)).constants;
}

}  // namespace wave

namespace {

/// The benchmarks that compare times of architectures take them from the bounds model, so there are no errors.
void add_notes(Prediction& p, const wave::Constants& constants, const device::DeviceSpec& device) {
  p.notes.emplace_back("wave model: one resource, and one bend where it saturates (docs/models/wave.md)");
  p.architecture = device.architecture;
  p.notes.emplace_back(
      "times never checked: measured times were compared with the bounds model alone (docs/accuracy.md)");
  if (const auto note = wave::sharpness_note(constants, device)) p.notes.push_back(*note);
}

}  // namespace

// The range is that of the same model with the least traffic under the best conditions and with the most under the
// worst; min and max keep the likely time within it.
Prediction WaveModel::predict(const Demand& demand, const device::DeviceSpec& device) const {
  const wave::Source source = wave::source_of(demand, device, nominal(device));
  const wave::Waves w = wave::waves(device, demand.occupancy, demand.blocks, source.constants);
  Prediction p;
  p.time_s = device.launch_overhead_s + w.time_s;
  p.low_s = std::min(p.time_s, wave::time_s(with_least_traffic(demand), device, optimistic(device)));
  p.high_s = std::max(p.time_s, wave::time_s(with_most_traffic(demand), device, pessimistic(device)));
  widen(p, demand.sampling_error, device.launch_overhead_s);
  // Each as if it were alone: every wave at its latency, or all work at the rate of the resource.
  p.terms = {{source.resource, w.utilisation * w.time_s},
             {"latency", source.constants.tau_s * (w.full + (w.blocks_left > 0 ? 1 : 0))},
             {"launch", device.launch_overhead_s}};
  std::stable_sort(p.terms.begin(), p.terms.end(), [](const Term& a, const Term& b) { return a.time_s > b.time_s; });
  p.limiter = p.terms.front().name;
  p.theoretical = w.resident;
  const double resident = w.full > 0 ? w.resident.warps_per_sm : w.busiest_warps;
  p.achieved_occupancy = device.max_warps == 0 ? 0 : std::min(1.0, resident / device.max_warps);
  p.waves = w.waves;
  p.work = work_of(demand, device);
  p.caches = demand.caches;
  add_notes(p, source.constants, device);
  raise_to_roofs(p, roofs_of(demand, device), {demand.sampling_error, demand.traffic_error, demand.dram_error});
  return p;
}

}  // namespace forewarp::model
