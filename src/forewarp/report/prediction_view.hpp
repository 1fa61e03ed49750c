// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Predictions of one launch on several devices, side by side, in the order given: for people, as JSON, as CSV.
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
///     cannot run  why
///     C1060       mma.sync... needs compute capability 8.0, C1060 has 1.3
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "forewarp/model/prediction.hpp"

namespace forewarp::report {

struct DevicePrediction {
  std::string device;
  model::Prediction prediction;  ///< means nothing where there is a reason
  std::string reason = {};       ///< why the device cannot run the launch; empty where it can
};

/// "V100, K20"; "V100, K20, ... and 5 more" of many: whom a note is about.
[[nodiscard]] std::string named_devices(const std::vector<std::string>& devices);

/// The two tables above, and the notes, each once with the devices it is said of. Terms are in the order of the first
/// device, then what only others have; of a long list the first eight devices alone have theirs shown.
[[nodiscard]] std::string prediction_text(std::span<const DevicePrediction> predictions);

/// An array of {"device", "time_s", "low_s", "high_s", "limiter", "speed" (headline.hpp), "terms": {name: seconds},
/// "occupancy": {"theoretical", "achieved", "blocks_per_sm", "warps_per_sm", "limit"}, "waves", "caches", "least":
/// {"time_s", "peak"} (what the data sheet allows at best, or null), "times_checked", "time_errors" (headline.hpp),
/// "notes"}; {"device", "reason"} of one that cannot run it.
[[nodiscard]] nlohmann::ordered_json prediction_json(std::span<const DevicePrediction> predictions);

/// One line a device: device,time_s,low_s,high_s,limiter,theoretical_occupancy,achieved_occupancy,blocks_per_sm,waves,
/// a column <term>_s for every term that any device has, and reason. One that cannot run it has its reason alone.
[[nodiscard]] std::string prediction_csv(std::span<const DevicePrediction> predictions);

}  // namespace forewarp::report
