// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A calibrated model as Table 3 of stevens2020 shows one: each parameter's unit of work, the rate that its cost
/// implies, the device's peak beside it, and what is odd about it.
#include <span>
#include <string>
#include <vector>

#include "forewarp/measure/calibrate/kernel_times.hpp"
#include "forewarp/model/expression/calibrate.hpp"

namespace forewarp::calibrate {

struct ParameterRate {
  std::string parameter, feature;  ///< feature: what it multiplies; empty where it is none alone
  double seconds = 0, standard_error = 0;
  std::string granularity;  ///< "WI" "SG" "WG" "K" as in the paper; empty where there is none
  double rate = 0;          ///< operations or bytes per second; NaN where there is none
  std::string unit;         ///< "op/s" "B/s"
  double peak = 0;          ///< of the data sheet; without one the best of the measurement kernels; NaN where unknown
  bool peak_is_measured = false;
  std::string remark;  ///< what is odd; empty where nothing is
};

/// A data sheet is looked up by the name that the device gives; without one the peak is the highest rate at which a
/// measurement kernel did this work among other work: reported as a lower bound.
[[nodiscard]] std::vector<ParameterRate> parameter_rates(const model::expression::Calibration& calibration,
                                                         std::span<const SizedKernel> kernels, Programs& programs,
                                                         const Times& times, const run::DeviceInfo& device);

}  // namespace forewarp::calibrate
