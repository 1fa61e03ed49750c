// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The same chip at other clocks: what a driver, a power limit or an overclocked card makes of a data sheet.
#include "forewarp/model/device/device_spec.hpp"

namespace forewarp::device {

/// The device at a core and a memory clock (in Hz, the latter as DeviceSpec::memory_hz). Throughputs per cycle stay;
/// L2 bandwidth follows the core clock, DRAM bandwidth the memory clock. Latencies stay in core cycles up to L2; what
/// DRAM adds over L2 stays in nanoseconds. Throws InputError unless both are positive and finite.
[[nodiscard]] DeviceSpec at_clocks(const DeviceSpec& device, double core_hz, double memory_hz);

}  // namespace forewarp::device
