// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Stored samples as tables. The marks are made here, from what was taken, so that a better rule needs no new
/// measurement.
#include <filesystem>
#include <memory>

#include "forewarp/measure/run/samples.hpp"
#include "forewarp/measure/run/timing.hpp"
#include "forewarp/support/table/table.hpp"

namespace forewarp::run {

/// A store by the ending of its name: .csv, else .db, .sqlite or .sqlite3. Throws InputError as open_csv_store.
[[nodiscard]] std::unique_ptr<SampleStore> open_store(const std::filesystem::path& file);

/// One row per sample: device, job, kind, trial, pass, time [s], clock, at [s], launches, power [W], idle power [W],
/// energy [J], host time [s], SM clock [Hz], memory clock [Hz], temperature [C], and as 0 or 1 anomaly, slow (in a slow
/// plateau) and synthetic (not measured at all).
[[nodiscard]] Table sample_table(const StoreContents& contents, const TimingRules& rules = {});

/// One row per job and device: device, job, entry, shape, time [s] (the estimate that models learn from), average,
/// median, lowest, highest, spread, low and high of the median's range (all [s]); trials, used, anomalies, slow; from
/// plateaus; power [W] (the mean of its readings), power deviation [W], power readings, idle power [W], energy [J] of
/// one launch, host time [s], temperature [C] (medians); registers, shared, private [B]; clock, synthetic, no power
/// (why none was read), failure.
[[nodiscard]] Table job_table(const StoreContents& contents, const TimingRules& rules = {});

/// How steady a device was while it measured.
struct DeviceReport {
  std::string device;
  bool synthetic = false;
  std::size_t canary_runs = 0;
  double slow_share = 0, drift = 1;
  double idle_watts = 0, power_period_s = 0;  ///< before anything ran; between changes of the meter; 0: not known
  bool slowed_by_heat = false, slowed_by_power = false;  ///< as reported by NVML
};
[[nodiscard]] std::vector<DeviceReport> device_reports(const StoreContents& contents, const TimingRules& rules = {});

}  // namespace forewarp::run
