// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What counters of a profiler say of a launch: the limiter, and those of the quantities of quantities.hpp that they
/// tell, each as the range that they leave. No kernel and no model are involved.
///
///     limiter    the busiest of the utilisations that are there, as limiter.hpp has it: memory or compute from 60 %
///     on.
///                Below that it is latency only if DRAM, L2 and the issue slots were all measured; else it is not known
///     excess     t sectors a request at an efficiency e: t / max(t e, 1), the fewest being one a request
///     waves      warps / (SMs * warps per SM * occupancy)
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/model/advise/limiter.hpp"
#include "forewarp/model/advise/range.hpp"
#include "forewarp/model/counters/metrics.hpp"
#include "forewarp/model/device/device_spec.hpp"
#include "forewarp/support/table/table.hpp"

namespace forewarp::advise {

using counters::Metrics;
using counters::metrics_of;

/// Nothing where the utilisations do not say. Overhead: of launching an empty kernel, 0 where it does not matter.
[[nodiscard]] std::optional<Limiter> limiter(const Metrics& metrics, double launch_overhead_s = 0);
/// Of the utilisations without which latency cannot be decided, those that are not there.
[[nodiscard]] std::vector<std::string> unmeasured(const Metrics& metrics);

/// The same names as quantities(Situation), each with what the metrics and the device leave possible.
[[nodiscard]] Ranges ranges(const Metrics& metrics, const device::DeviceSpec& device);
/// The metrics, any of which would determine the quantity; none where no counter does.
[[nodiscard]] std::vector<std::string> metrics_for(std::string_view quantity);

}  // namespace forewarp::advise
