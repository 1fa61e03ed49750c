// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A ranking in the formats of auto-tuners, with predictions where they have measurements. Times are in ms, as in both
/// formats. What does other work than the ranking's first group has failed: a tuner that checks results would not take
/// it.
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "forewarp/model/rank/rank.hpp"
#include "forewarp/support/python/value.hpp"

namespace forewarp::report {

struct TunerHeading {
  std::string kernel_name;                         ///< empty: that of the kernel
  std::optional<python::Value> problem_size = {};  ///< nothing: the file states none
};

/// The text of a cache of Kernel Tuner (1.5 reads it with simulation_mode=True): {"device_name", "kernel_name",
/// "problem_size", "tune_params_keys", "tune_params", "objective", "cache"}. Beside "time" each entry has the range,
/// "time_low" and "time_high".
[[nodiscard]] std::string kernel_tuner_cache(const rank::Ranking& ranking, const rank::RankOptions& options,
                                             const TunerHeading& heading);

/// T4 results, schema 1.0.0.
[[nodiscard]] nlohmann::ordered_json t4_results(const rank::Ranking& ranking);

/// How many of the configurations have a time in these files.
[[nodiscard]] std::size_t with_time(const rank::Ranking& ranking);

}  // namespace forewarp::report
