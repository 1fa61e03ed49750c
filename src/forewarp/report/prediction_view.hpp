// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Predictions of one launch on several devices, side by side: for people, as JSON, as CSV.
///
///     device  time     range             limiter  occupancy        waves
///     H200    61.2 us  55.1 .. 80.3 us   dram     94 % of 100 %    7.8
///     V100    164 us   150 .. 203 us     dram     92 % of 100 %    12.8
///     K20     891 us   754 us .. 1.2 ms  l2       90 % of 100 %    39.4
///
///     term        H200     V100     K20
///     dram        59.8 us  162 us   640 us
///     l2          20.1 us  ...
///     launch      2 us     2 us     3 us
///
///     caches: loads start cold; ...
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "forewarp/model/prediction.hpp"

namespace forewarp::report {

struct DevicePrediction {
  std::string device;
  model::Prediction prediction;
};

/// The two tables above, and the notes, each once with the devices it is said of. Terms are in the order of the first
/// device, then what only others have.
[[nodiscard]] std::string prediction_text(std::span<const DevicePrediction> predictions);

/// An array of {"device", "time_s", "low_s", "high_s", "limiter", "terms": {name: seconds}, "occupancy":
/// {"theoretical", "achieved", "blocks_per_sm", "warps_per_sm", "limit"}, "waves", "caches", "least": {"time_s",
/// "peak"} (what the data sheet allows at best, or null), "notes"}.
[[nodiscard]] nlohmann::ordered_json prediction_json(std::span<const DevicePrediction> predictions);

/// One line a device: device,time_s,low_s,high_s,limiter,theoretical_occupancy,achieved_occupancy,blocks_per_sm,waves,
/// and a column <term>_s for every term that any device has.
[[nodiscard]] std::string prediction_csv(std::span<const DevicePrediction> predictions);

}  // namespace forewarp::report
