// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/device/conditions.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::device {
namespace {

constexpr double lowest_hz = 50e6, highest_hz = 10e9;

}  // namespace

DeviceSpec under(DeviceSpec device, const Conditions& conditions) {
  if (conditions.clock_hz != 0 && !(conditions.clock_hz >= lowest_hz && conditions.clock_hz <= highest_hz))
    throw InputError(fmt::format("a clock of {:g} MHz: expected {:g} to {:g} MHz", conditions.clock_hz / 1e6,
                                 lowest_hz / 1e6, highest_hz / 1e6));
  const double clock_hz = conditions.clock_hz > 0 ? conditions.clock_hz : conditions.as_ncu ? device.base_hz : 0;
  if (clock_hz > 0) device.boost_hz = device.sustained_hz = clock_hz;
  if (!conditions.in_graph) return device;
  if (device.graph_launch_overhead_s <= 0)
    throw InputError(
        fmt::format("{}: what a launch within a graph takes is not known (graph_launch_overhead_us)", device.name));
  device.launch_overhead_s = device.graph_launch_overhead_s;
  return device;
}

double graph_saving_s(const DeviceSpec& device) {
  if (device.graph_launch_overhead_s <= 0) return 0;
  return std::max(0.0, device.launch_overhead_s - device.graph_launch_overhead_s);
}

}  // namespace forewarp::device
