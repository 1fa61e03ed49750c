// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Estimated duration of launches not measured here yet, accurate enough for a time budget: work times the
/// rate of what was measured, of the same kernel where there is one, else the slow end of all.
///
///     seconds = work * rate,   rate = seconds measured / work,   work = thread instructions + 4 bytes moved
#include <map>
#include <string>
#include <vector>

#include "forewarp/measure/run/device.hpp"
#include "forewarp/model/feature/features.hpp"

namespace forewarp::campaign {

[[nodiscard]] double work_of(const feature::Features& features);

class Pace {
 public:
  /// Before anything is known, by the kind of device.
  explicit Pace(const run::DeviceInfo& device);
  void learn(const std::string& kernel, double work, double seconds);
  /// One launch.
  [[nodiscard]] double seconds(const std::string& kernel, double work) const;

 private:
  double guess_;
  std::map<std::string, std::vector<std::pair<double, double>>> of_kernel_;  // (work, rate)
  std::vector<double> rates_;
};

}  // namespace forewarp::campaign
