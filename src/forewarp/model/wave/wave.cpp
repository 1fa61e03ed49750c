// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/wave/wave.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/support/error.hpp"

namespace forewarp::model::wave {
namespace {

void check(double blocks, const Constants& c) {
  if (!(blocks >= 1)) throw InputError("a launch must have at least one block, this one has 0");
  const auto positive = [](const char* name, double value) {
    if (!(value > 0) || !std::isfinite(value))
      throw InputError(fmt::format("the wave model's {} must be positive, it is {}", name, value));
  };
  positive("tau", c.tau_s);
  positive("number of saturating warps", c.saturation_warps);
  positive("sharpness", c.sharpness);
  if (!(c.spread >= 0) || !std::isfinite(c.spread))
    throw InputError(fmt::format("the wave model's spread must not be negative, it is {}", c.spread));
}

/// Warps are dealt to schedulers in turn, so the busiest scheduler has ceil(w / H) of them: 5 warps
/// on 4 schedulers are as slow as 8.
double on_schedulers(double warps, const device::DeviceSpec& device, const Constants& c) {
  const double schedulers = std::max(1u, device.schedulers);
  return c.whole_schedulers ? schedulers * std::ceil(warps / schedulers) : warps;
}

/// Warps on the busiest SM in the last wave, which decide its length. Blocks that end at different times spread
/// unevenly: the busiest SM has `spread` standard deviations more than the mean of a binomial distribution, at most a
/// full SM.
double busiest(const device::DeviceSpec& device, const Waves& w, const Constants& c) {
  const double warps = w.resident.warps_per_block, resident = w.resident.blocks_per_sm;
  const double mean = w.blocks_left / device.sms;
  const double even = on_schedulers(std::ceil(mean) * warps, device, c);
  if (w.full == 0 || c.spread == 0) return even;
  const double deviation = std::sqrt(mean * std::max(0.0, 1 - mean / resident));
  return std::max(even, std::min(resident, mean + c.spread * deviation) * warps);
}

}  // namespace

/// (1 + (w / w_s)^p)^(1/p). Example: w = w_s and p = 4 give 2^(1/4) = 1.19; w = 4 w_s gives 4.004.
double slowdown(double warps, const Constants& c) {
  // The larger of 1 and the ratio is taken out, so that no power overflows.
  const double ratio = warps / c.saturation_warps, larger = std::max(1.0, ratio), smaller = std::min(1.0, ratio);
  return larger * std::pow(1 + std::pow(smaller / larger, c.sharpness), 1 / c.sharpness);
}

Waves waves(const device::DeviceSpec& device, const Shape& shape, const Constants& c) {
  return waves(device, device::occupancy(device, shape.block), static_cast<double>(shape.blocks), c);
}

/// Example: 80 SMs with 4 blocks each hold 320; a launch of 1000 blocks has 3.125 waves: 3 full
/// ones and 40 blocks left. The last wave has half a block per SM on average, and its busiest SM is
/// taken to have 0.5 + sqrt(0.5 (1 - 0.5/4)) = 1.16 blocks.
Waves waves(const device::DeviceSpec& device, const device::Occupancy& resident, double blocks, const Constants& c) {
  check(blocks, c);
  if (device.sms == 0) throw InputError(fmt::format("{} has no SMs", device.name));
  Waves w{.resident = resident};
  const double at_once = static_cast<double>(device.sms) * w.resident.blocks_per_sm;
  w.waves = blocks / at_once;
  w.full = std::floor(w.waves);
  w.blocks_left = blocks - w.full * at_once;
  double slowdowns = w.full * slowdown(on_schedulers(w.resident.warps_per_sm, device, c), c);
  if (w.blocks_left > 0) {
    w.busiest_warps = busiest(device, w, c);
    slowdowns += slowdown(w.busiest_warps, c);
  }
  w.time_s = c.tau_s * slowdowns;
  w.efficiency = 1 / slowdowns;
  w.utilisation = blocks * w.resident.warps_per_block / (device.sms * c.saturation_warps * slowdowns);
  return w;
}

double tau_from(const device::DeviceSpec& device, const Shape& shape, double measured_s, Constants constants) {
  if (!(measured_s > 0) || !std::isfinite(measured_s))
    throw InputError(fmt::format("a measured time must be positive, this one is {} s", measured_s));
  constants.tau_s = 1;
  return measured_s / waves(device, shape, constants).time_s;
}

std::optional<std::string> sharpness_note(const Constants& constants, const device::DeviceSpec& device) {
  if (constants.sharpness != usual_sharpness || device.name == usual_sharpness_from) return std::nullopt;
  return fmt::format(
      "how sharply an SM saturates (sharpness {:.1f}) was fitted on a {} alone and is taken over; three launches timed "
      "with --measured fit it",
      usual_sharpness, usual_sharpness_from);
}

/// Little's law: throughput (warp instructions per cycle) times latency (cycles of one). 4
/// schedulers at one instruction per cycle and a latency of 4 cycles need 16 warps in flight.
double saturation_from_data_sheet(const device::DeviceSpec& device) {
  const double by_schedulers = device.schedulers * std::min(1.0, device.issue_per_scheduler);
  const double by_lanes = device.throughput.fp32 / device.warp_size;
  return std::min(by_schedulers, by_lanes) * device.alu_latency;
}

}  // namespace forewarp::model::wave
