// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "forewarp/device/occupancy.hpp"

namespace forewarp::model {

/// One resource's share: the time the launch would take were it the only limit.
struct Term {
  std::string name;  ///< "dram", "issue", "fp32", "latency", ...
  double time_s = 0;
};

/// What a model says of one launch on one device.
struct Prediction {
  double time_s = 0, low_s = 0, high_s = 0;
  std::vector<Term> terms;  ///< largest first
  std::string limiter;      ///< name of the largest term, "launch" when overhead dominates
  device::Occupancy theoretical;
  double achieved_occupancy = 0;
  double waves = 0;  ///< blocks over blocks resident at once
  /// Whether predictions for the device's architecture were ever compared with measured times (DeviceSpec says with
  /// which). Where they were not, a note says so.
  bool times_checked = false;
  std::vector<std::string> notes;
};

}  // namespace forewarp::model
