// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/measure/campaign/pace.hpp"

#include <algorithm>
#include <cmath>

#include "forewarp/support/statistics.hpp"

namespace forewarp::campaign {

double work_of(const feature::Features& features) {
  return features.get("total_instructions", 0) + 4 * features.get("global_bytes", 0) + 1e4;
}

// A core of a CPU does some 10^9 instructions per second, an SM some 10^11 thread instructions.
Pace::Pace(const run::DeviceInfo& device)
    : guess_((device.kind == "cpu" ? 1e-9 : 1e-11) / std::max(1u, device.compute_units)) {}

void Pace::learn(const std::string& kernel, double work, double seconds) {
  if (!(seconds > 0) || !(work > 0)) return;
  of_kernel_[kernel].push_back({work, seconds / work});
  rates_.push_back(seconds / work);
}

/// The kernel's own rate at the nearest amount of work (in logarithms), else the upper quartile of all rates.
double Pace::seconds(const std::string& kernel, double work) const {
  if (const auto own = of_kernel_.find(kernel); own != of_kernel_.end()) {
    const auto nearest = std::ranges::min_element(
        own->second, {}, [&](const auto& known) { return std::abs(std::log(known.first / work)); });
    return work * nearest->second;
  }
  return work * (rates_.empty() ? guess_ : quantile(rates_, 0.75));
}

}  // namespace forewarp::campaign
