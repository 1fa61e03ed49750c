// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What models are trained on: one row per launch and device, its features beside what was measured.
#include <optional>
#include <span>
#include <string>

#include "forewarp/measure/campaign/corpus_launch.hpp"
#include "forewarp/measure/campaign/device_inputs.hpp"
#include "forewarp/measure/campaign/feature_store.hpp"
#include "forewarp/measure/run/samples.hpp"
#include "forewarp/support/table/table.hpp"

namespace forewarp::campaign {

/// Columns: device, kernel, area, suite, launch (the id), source (measured or synthetic), the features by their names,
/// those of device_inputs.hpp (where every device has a data sheet), time [s] (the median of
/// the trials), and power [W] where any was read. With clocks, at which the device was held, core_clock [MHz] and
/// memory_clock [MHz] too, and the inputs of device_inputs.hpp are those at these clocks. Rows: jobs of the store that
/// are launches of the corpus and were measured, in the order of the corpus, device by device. Launches whose features
/// cannot be had are left out.
[[nodiscard]] Table training_table(const run::StoreContents& contents, std::span<const CorpusLaunch> launches,
                                   const FeatureStore& features, const std::optional<Clocks>& clocks = {});

/// The name of the device that a store's key speaks of, and nothing of driver or place.
[[nodiscard]] std::string device_name(const run::StoreContents& contents, const std::string& key);

}  // namespace forewarp::campaign
