// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/wave/suggest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/support/error.hpp"

namespace forewarp::model::wave {
namespace {

constexpr std::uint64_t max_blocks = 2147483647;  ///< of a grid along x, CUDA since 3.0 and OpenCL alike

/// Every number of whole warps, as part of a warp costs as much as all of it. With 1024 threads a block that is 32
/// shapes a device, so nothing is searched.
void add_shapes(std::vector<Suggestion>& all, const Candidate& candidate, const Work& work, std::string& reason) {
  const device::DeviceSpec& device = candidate.device;
  for (std::uint32_t threads = device.warp_size; threads <= device.max_threads_per_block; threads += device.warp_size) {
    const Shape shape{.blocks = work.threads / threads + (work.threads % threads > 0 ? 1 : 0),
                      .block = {threads, work.registers_per_thread, work.shared_bytes}};
    if (shape.blocks > max_blocks) {
      reason = fmt::format("{} threads are more than a grid of {} blocks holds", work.threads, max_blocks);
      continue;
    }
    try {
      const Waves w = waves(device, shape, candidate.constants);
      all.push_back({.device = device.name,
                     .shape = shape,
                     .waves = w,
                     .time_s = std::max(candidate.min_s, candidate.overhead_s + w.time_s)});
    } catch (const InputError& error) {
      reason = error.what();  // smaller blocks may still fit
    }
  }
}

}  // namespace

std::vector<Suggestion> suggestions(std::span<const Candidate> candidates, const Work& work) {
  if (candidates.empty()) throw InputError("no device to launch on");
  if (work.threads == 0) throw InputError("there is nothing to launch: 0 threads");
  std::vector<Suggestion> all;
  std::string reason;
  for (const Candidate& candidate : candidates) add_shapes(all, candidate, work, reason);
  if (all.empty()) throw InputError(reason);
  std::reverse(all.begin(), all.end());  // larger blocks first; the sort restores the order of devices
  std::stable_sort(all.begin(), all.end(), [&](const Suggestion& a, const Suggestion& b) {
    if (a.time_s != b.time_s) return a.time_s < b.time_s;
    const auto place = [&](const Suggestion& s) {
      return std::find_if(candidates.begin(), candidates.end(),
                          [&](const auto& c) { return c.device.name == s.device; });
    };
    return place(a) < place(b);
  });
  for (Suggestion& s : all) s.over_best = s.time_s / all.front().time_s;
  return all;
}

Constants of_dependent_arithmetic(const device::DeviceSpec& device) {
  if (!(device.boost_hz > 0) || !(device.alu_latency > 0))
    throw InputError(fmt::format("device '{}' lacks a clock or a latency of arithmetic", device.name));
  return {.tau_s = device.alu_latency / device.boost_hz, .saturation_warps = saturation_from_data_sheet(device)};
}

/// A fit of all constants needs three launches; below, only tau is learnt, as the geometric mean of
/// single estimates: estimates of 8 and 12.5 us give 10 us, whichever of the two is too high.
Learnt learn_from(const device::DeviceSpec& device, std::span<const Measured> launches, const Constants& expected) {
  if (launches.empty()) throw InputError("there is nothing to learn from: no measured launch");
  constexpr std::size_t enough_for_a_fit = 3;
  if (launches.size() >= enough_for_a_fit) {
    Fit fit = fit_waves(device, launches);
    return {fit.constants, std::move(fit.summary)};
  }
  double logs = 0;
  for (const Measured& m : launches) logs += std::log(tau_from(device, m.shape, m.time_s, expected));
  Learnt learnt{.constants = expected, .summary = std::nullopt};
  learnt.constants.tau_s = std::exp(logs / static_cast<double>(launches.size()));
  return learnt;
}

/// The ratio of learnt to expected constants is assumed to be the same on both devices. Example:
/// there 12 us were learnt where 10 were expected; here 6 are expected, so 7.2 are taken.
Constants carried_over(const Constants& learnt, const Constants& expected_there, const Constants& expected_here) {
  Constants here = learnt;
  here.tau_s = expected_here.tau_s * learnt.tau_s / expected_there.tau_s;
  here.saturation_warps = expected_here.saturation_warps * learnt.saturation_warps / expected_there.saturation_warps;
  return here;
}

}  // namespace forewarp::model::wave
