// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/emulate/profile/mark.hpp"
#include "forewarp/model/bounds/speed.hpp"
#include "forewarp/model/caches.hpp"
#include "forewarp/model/device/occupancy.hpp"
#include "forewarp/model/device/time_errors.hpp"

namespace forewarp::model {

/// One resource's share: the time the launch would take were it the only limit.
struct Term {
  std::string name;  ///< "dram", "issue", "fp32", "latency", ...
  double time_s = 0;
};

/// The prediction of a model for one launch on one device.
struct Prediction {
  double time_s = 0, low_s = 0, high_s = 0;
  std::vector<Term> terms;  ///< largest first
  std::string limiter;      ///< name of the largest term, "launch" when overhead dominates
  device::Occupancy theoretical;
  double achieved_occupancy = 0;
  double waves = 0;  ///< blocks over blocks resident at once
  /// The least time that the data sheet's peaks allow, for each that bounds the launch, largest first
  /// (bounds/roof.hpp). Empty where the model knows none.
  std::vector<Term> roofs;
  Work work = {};                 ///< with the time: how fast the launch runs (speed_of)
  Caches caches = Caches::usual;  ///< what was assumed
  /// Of predictions for the device's architecture, where they were ever compared with measured times (DeviceSpec names
  /// which). Where they were not, a note reports it.
  std::optional<device::TimeErrors> errors = {};
  std::string architecture = {};  ///< of the device
  /// Whether instructions are those of the device's machine code: "read", "estimated" with the reason, or empty where
  /// there is no kernel to assemble (counters).
  std::string machine_code = {};
  std::uint32_t registers = 0;  ///< of a thread on the device; 0: not known
  std::vector<std::string> notes;
  std::vector<profile::Mark> marks = {};  ///< of the profile: an empty launch, what a guess decides

  /// The least time by the data sheet, s; 0 where none is known.
  [[nodiscard]] double min_s() const { return roofs.empty() ? 0 : roofs.front().time_s; }
};

}  // namespace forewarp::model
