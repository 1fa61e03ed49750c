// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Under which conditions a launch is measured, as far as they change the figures of a device. The states of the caches
/// are model::Caches; Nsight Compute's are cold.
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::device {

struct Conditions {
  double clock_hz = 0;    ///< of the SMs, locked; 0: that of the data sheet
  bool as_ncu = false;    ///< at base clock, as Nsight Compute locks it; clock_hz has precedence
  bool in_graph = false;  ///< every launch is a node of a CUDA graph
};

/// The device under these conditions. Clocks of the memory stay as they are. Throws InputError for a clock that no GPU
/// has, and for a graph on a device without graph_launch_overhead_us.
[[nodiscard]] DeviceSpec under(DeviceSpec device, const Conditions& conditions);

/// What a launch takes less as a node of a graph than in a stream; 0 where it is not known.
[[nodiscard]] double graph_saving_s(const DeviceSpec& device);

}  // namespace forewarp::device
