// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The measurements of others that the bounds model is held against (../shared/data/README.md).
#include <filesystem>
#include <vector>

#include "model_error/score.hpp"

namespace forewarp::bench {

/// ktt: tuning spaces of two kernels on an RTX 2080 Ti. Counters used: instructions by class, shared wavefronts, global
/// load requests, L2 and DRAM sectors; launch shape, registers, shared memory. Not used: durations, cycles, percentages
/// of a peak, achieved occupancy.
[[nodiscard]] std::vector<Sample> ktt_samples(const std::filesystem::path& data);

/// dvfs: 30 kernels of the CUDA samples and Rodinia on a GTX 1080 Ti at 20 clock pairs. Counters used: instructions by
/// class, global, texture and shared transactions, L2 and DRAM transactions, and achieved occupancy, from which the
/// resident blocks follow (registers are not in the data). Not used: throughputs, instructions per cycle, activity.
[[nodiscard]] std::vector<Sample> dvfs_samples(const std::filesystem::path& data);

/// amaris: six matrix kernels in blocks of 16 x 16, 32 sizes, ten Kepler and Maxwell GPUs, predicted from the profiles
/// of our own kernels that do the same; nothing but the size is taken from the data. A group is a kernel on a device.
[[nodiscard]] std::vector<Sample> amaris_samples(const std::filesystem::path& data);

}  // namespace forewarp::bench
