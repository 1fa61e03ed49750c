// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a whole program did on a device that is not there, in the manner of Nsight Systems:
///
///     kernel     launches    total     mean  share  limiter  first advice
///     jacobi(…)      1000  12.3 ms  12.3 us   98 %  dram     fuse ... (1.2x)
///
///     copies           number    bytes    total     rate
///     host to device        2  8.39 MB  0.21 ms  52 GB/s
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/runtime/recording.hpp"

namespace forewarp::report {

/// All launches of one kernel on one device.
struct KernelTotals {
  std::string name;
  std::size_t launches = 0, replayed = 0, distinct = 0;
  double total_s = 0, min_s = 0, max_s = 0, share = 0;  ///< share: of all kernels' time
  std::size_t longest_id = 0;                           ///< the distinct launch that takes most of it
  const runtime::DeviceTime* longest = nullptr;         ///< its times
  [[nodiscard]] double mean_s() const { return total_s / static_cast<double>(launches); }
};

/// The kernels by their total time, longest first.
[[nodiscard]] std::vector<KernelTotals> kernel_totals(const runtime::Recording& recording, std::size_t device);

/// Seconds in which the device does anything.
[[nodiscard]] double device_busy_s(const runtime::Recording& recording, std::size_t device);

[[nodiscard]] std::string program_text(const runtime::Recording& recording);
[[nodiscard]] nlohmann::ordered_json program_json(const runtime::Recording& recording);
/// One row per distinct launch and device.
[[nodiscard]] std::string program_csv(const runtime::Recording& recording);

}  // namespace forewarp::report
