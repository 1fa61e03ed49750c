// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the kernels of a whole program add up to on one device.
#include <string>
#include <vector>

#include "forewarp/runtime/recording.hpp"

namespace forewarp::report {

/// All launches of one kernel on one device.
struct KernelTotals {
  std::string name;
  std::size_t launches = 0, replayed = 0, distinct = 0;
  double total_s = 0, min_s = 0, max_s = 0, share = 0;  ///< share: of all kernels' time
  std::size_t longest_id = 0;                           ///< the distinct launch that takes most of it
  const runtime::DeviceTime* longest = nullptr;         ///< its times
  const std::string* cannot_run = nullptr;  ///< why a launch of it does not fit the device, where one does not
  [[nodiscard]] double mean_s() const { return total_s / static_cast<double>(launches); }
};

/// The kernels by their total time, longest first.
[[nodiscard]] std::vector<KernelTotals> kernel_totals(const runtime::Recording& recording, std::size_t device);

/// Seconds in which the device does anything.
[[nodiscard]] double device_busy_s(const runtime::Recording& recording, std::size_t device);

}  // namespace forewarp::report
