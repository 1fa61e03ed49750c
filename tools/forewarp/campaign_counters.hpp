// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// forewarp campaign --counters: what Nsight Compute says of each launch that was timed, beside its time.
#include <span>
#include <string>

#include "device_counters.hpp"
#include "forewarp/measure/campaign/corpus_launch.hpp"
#include "forewarp/measure/run/samples.hpp"

namespace forewarp::tool {

/// Counts the launches that the store has times of on this device, in the order in which they were timed, into the log;
/// what is there is left alone. Says how many.
void count_launches(run::Device& device, std::span<const campaign::CorpusLaunch> launches,
                    const run::StoreContents& contents, const std::string& log, const Collect& how);

/// A row a launch that the log counted: launch, device, time [s] (the median of the store's trials on that device; a
/// hole where it has none), then the metrics.
[[nodiscard]] Table counter_table(const run::StoreContents& contents, const std::string& log);

}  // namespace forewarp::tool
