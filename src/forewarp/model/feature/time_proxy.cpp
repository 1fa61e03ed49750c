// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/feature/time_proxy.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "forewarp/model/feature/features.hpp"
#include "forewarp/support/text.hpp"

namespace forewarp::feature {
namespace {

/// Anywhere in a name. flop_efficiency is achieved over peak flops, so a rate. A model that may use
/// such a feature learns to invert it instead of predicting: elapsed cycles over the clock is the
/// time.
constexpr std::array<std::string_view, 16> words = {"cycle",        "throughput",      "utilization",  "utilisation",
                                                    "duration",     "elapsed",         "activity",     "per_second",
                                                    "pct_of_peak",  "flop_efficiency", "active_warps", "eligible_warps",
                                                    "warps_active", "warps_eligible",  "_ipc",         "runtime"};

}  // namespace

bool is_time_proxy(std::string_view name) {
  if (const FeatureInfo* info = find_feature(name)) return info->proxy_of_time;
  const std::string lower = lower_case(name);
  if (lower == "ipc" || lower == "time") return true;
  return std::ranges::any_of(words, [&](std::string_view word) { return lower.find(word) != std::string::npos; });
}

}  // namespace forewarp::feature
