// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The classifiers on counters that scatter as measured ones do. The counters of zigon2020's reproduction come from an
/// emulator and are the same each time; a profiler's are not. How far they scatter is taken from launches that others
/// counted several times, which did exactly the same work:
///
///     Nsight Compute   KTT's configurations on an RTX 2080 Ti that differ in a parameter without effect
///     nvprof           kernels on a GTX 1080 Ti, counted at 20 clocks: only counts that no clock changes
///
/// What instructions count (requests, lanes, sectors per request) repeats exactly in both, and stays as it is here.
#include <string>
#include <vector>

#include "papers/reproduction.hpp"
#include "papers/zigon2020/classifiers.hpp"

namespace forewarp::papers::zigon2020 {

/// Relative deviations from the median of the same work, of what DRAM and L2 count, and of how busy units are.
struct Scatter {
  std::string source;
  std::vector<double> traffic, activity;
};
[[nodiscard]] Scatter scatter_of_ktt(const std::vector<Table>& tables);
[[nodiscard]] Scatter scatter_of_dvfs(const Table& table);

/// The samples with each value of a metric that scatters multiplied by 1 + a deviation drawn from its pool. The same
/// seed gives the same samples.
[[nodiscard]] learn::Samples scattered(const learn::Samples& samples, const Scatter& scatter, std::uint64_t seed);

[[nodiscard]] Reproduction noise(const Options& options);
/// The same with less effort, for tests.
[[nodiscard]] Reproduction noise(const Options& options, const Effort& effort);

}  // namespace forewarp::papers::zigon2020
