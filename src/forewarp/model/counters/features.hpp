// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// From a profiler's metrics to a prediction: the counts of work among them become features, and those a Demand
/// (bounds/feature_demand.hpp).
///
/// Only counts of work are read. What is time in another unit (elapsed cycles, throughputs, instructions per cycle,
/// percentages of a peak over the elapsed time) is left alone: with it the answer would be known already. Achieved
/// occupancy is read only where registers are not known.
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "forewarp/frontend/launch/launch.hpp"
#include "forewarp/model/counters/metrics.hpp"
#include "forewarp/model/feature/features.hpp"
#include "forewarp/model/model.hpp"

namespace forewarp::counters {

/// Instructions of threads are divided by the active lanes per warp instruction; sectors of DRAM have 32 bytes.
/// Metrics that are missing give no feature. Throws InputError naming inst_executed where that is missing.
[[nodiscard]] feature::Features features_of(const Metrics& metrics);

/// A metric that a prediction would read and that was not measured, and what the prediction does without.
struct Gap {
  std::string_view metric;  ///< our name
  std::string_view meaning;
};
/// In the order of the catalogue's groups: instructions, memory, launch.
[[nodiscard]] std::vector<Gap> gaps(const Metrics& metrics);

/// The launch that was profiled. What is absent is taken from the metrics (blocks, threads_per_block, registers,
/// shared memory).
struct LaunchShape {
  std::optional<launch::Dim3> grid = {}, block = {};
  std::uint32_t registers = 0;                     ///< per thread; 0: from the metrics
  std::optional<std::uint64_t> shared_bytes = {};  ///< per block
};

/// Throws InputError where grid or block are not known, where inst_executed is missing, and as Model::predict().
[[nodiscard]] model::Prediction predict(const Metrics& metrics, const LaunchShape& shape,
                                        const device::DeviceSpec& device,
                                        const model::Model& model = model::default_model());

}  // namespace forewarp::counters
