// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Predictions from a profiler's counters beside the times that it measured, a launch and a device each.
///
///     launch  kernel  device  time     range             limiter  measured  error
///     0       saxpy   V100    12.3 us  10.9 .. 15.1 us   dram     13 us     -5.4 %
///
///     missing: inst_fp_64: these instructions are taken to be integer or single-precision ones
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/model/prediction.hpp"

namespace forewarp::report {

struct CounterPrediction {
  std::string id = {}, kernel = {}, device;  ///< id: the profiler's
  model::Prediction prediction = {};         ///< means nothing where there is a reason
  std::optional<double> measured_s = {};
  std::string reason = {};  ///< why it cannot be predicted; empty where it can

  /// Of the prediction, relative to the measured time; nothing where either is absent.
  [[nodiscard]] std::optional<double> error() const;
};

struct MissingMetric {
  std::string name, meaning;
};

struct CounterPredictions {
  std::string file, format;
  std::vector<std::string> notes = {};
  std::vector<MissingMetric> missing = {};
  std::vector<CounterPrediction> rows = {};
};

[[nodiscard]] std::string counter_prediction_text(const CounterPredictions& all);
/// {"file", "format", "notes", "missing": [{"metric", "meaning"}], "launches": [{"id", "kernel", "device", "time_s",
/// "low_s", "high_s", "limiter", "measured_s", "error" (null where not known), "notes"} or {"id", "kernel", "device",
/// "reason"}]}.
[[nodiscard]] nlohmann::ordered_json counter_prediction_json(const CounterPredictions& all);
/// One line per launch and device: id,kernel,device,time_s,low_s,high_s,limiter,measured_s,error,reason.
[[nodiscard]] std::string counter_prediction_csv(const CounterPredictions& all);

}  // namespace forewarp::report
