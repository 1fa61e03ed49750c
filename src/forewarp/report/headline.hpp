// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The sentence that a prediction begins with, in text and on pages, and the figures in it.
///
///     1.82 ms on RTX 4090: issue-bound at 93 % of its peak; 75.5 TFLOP/s (91 % of fp32 peak), 240 GB/s (24 % of DRAM
///     peak); times checked on Ada: median error 2.0 %; 3 changes known, the best makes it 1.41 times as fast
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "forewarp/emulate/profile/mark.hpp"
#include "forewarp/model/prediction.hpp"
#include "forewarp/report/advice_view.hpp"

namespace forewarp::report {

/// What is known of the changes that would help.
struct KnownChanges {
  std::size_t number = 0;
  double best_gain = 1;
};

/// The facts of the sentence. Results of earlier versions lack some of them.
struct Headline {
  std::string device;
  double time_s = 0;
  std::string limiter = {};
  std::optional<model::Speed> speed = {};
  std::optional<bool> times_checked = {};
  std::optional<device::TimeErrors> errors = {};  ///< where they were checked; earlier versions did not write them
  std::string architecture = {};
  std::optional<KnownChanges> changes = {};
  std::size_t devices = 1;                ///< of which this is the fastest
  std::vector<std::string> guessed = {};  ///< arguments whose guessed values decide the answer
  bool lower_bound = false;               ///< something that takes time is not counted
  bool empty = false;                     ///< no thread loaded or stored anything
};

/// Each argument once.
void add_guess(Headline& headline, const std::string& argument);
[[nodiscard]] std::string headline_text(const Headline& headline);
/// Of the first of `devices` predictions, which is the fastest. `advice` is about the same device.
[[nodiscard]] Headline headline_of(const std::string& device, const model::Prediction& prediction, std::size_t devices,
                                   const std::optional<DeviceAdvice>& advice, const std::vector<profile::Mark>& marks);

/// "75.5 TFLOP/s", "240 GB/s".
[[nodiscard]] std::string rate_text(double per_s, const std::string& unit);

/// {"flops_per_s", "flops_unit", "peak_flops_per_s", "flops_share", "dram_bytes_per_s", "peak_dram_bytes_per_s",
/// "dram_share", "compute": {"resource", "share"}, "memory": {"resource", "share"}}; floating-point members are null
/// where no operations are counted. model/bounds/speed.hpp has the definitions.
[[nodiscard]] nlohmann::ordered_json speed_json(const model::Prediction& prediction);
/// {"lowest", "highest", "times", "boards"}: median errors as fractions, the measured times and boards they are of;
/// null where none was compared.
[[nodiscard]] nlohmann::ordered_json time_errors_json(const std::optional<device::TimeErrors>& errors);
/// Reads "times_checked" and "time_errors" of a result.
void read_checks(const nlohmann::ordered_json& result, Headline& headline);

/// Speed read again; nothing for null and for what earlier versions wrote.
[[nodiscard]] std::optional<model::Speed> speed_from(const nlohmann::ordered_json& prediction);

}  // namespace forewarp::report
