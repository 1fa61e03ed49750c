// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Order statistics, rank correlation and error summaries on plain doubles.
#include <span>
#include <vector>

namespace forewarp {

[[nodiscard]] double mean(std::span<const double> x);
/// Linear interpolation between order statistics (type 7, as R and NumPy do). q in [0, 1]; x must not be empty.
[[nodiscard]] double quantile(std::span<const double> x, double q);
[[nodiscard]] double median(std::span<const double> x);
/// Ranks from 0, ties sharing the mean of theirs.
[[nodiscard]] std::vector<double> average_ranks(std::span<const double> x);
/// Pearson's correlation; 0 when either side is constant.
[[nodiscard]] double pearson(std::span<const double> x, std::span<const double> y);
/// Spearman's rank correlation with average ranks for ties; 0 when either side is constant.
[[nodiscard]] double spearman(std::span<const double> x, std::span<const double> y);
/// |predicted - measured| / measured for each pair.
[[nodiscard]] std::vector<double> relative_errors(std::span<const double> predicted, std::span<const double> measured);

}  // namespace forewarp
