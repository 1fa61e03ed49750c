// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a prediction is worth must be seen beside what costs nothing.
#include <span>
#include <vector>

#include "forewarp/learn/validation/method.hpp"

namespace forewarp::validate {

/// The mean of the training targets (for classes: the most frequent one).
[[nodiscard]] Method mean_baseline();
/// Their median.
[[nodiscard]] Method median_baseline();
/// t = k x with one constant, k the median of t / x over the training rows. x is bound, a number for each row such as
/// the work over the peak rate of the device; without it x is the one feature that does best in training (lowest
/// median relative error). Rows where x is not positive get the training median.
[[nodiscard]] Method scaling_baseline(std::span<const double> bound = {});
/// For each row to be tested the nearest training row: Euclidean over the features, each as sign(x) log(1 + |x|), then
/// divided by its standard deviation in training. The first row of equals.
[[nodiscard]] std::vector<std::size_t> nearest_rows(const learn::Samples& samples, const Split& split);
/// The target of that row.
[[nodiscard]] Method nearest_baseline();

/// Distances between all rows take seconds at this number of them, and hours at ten times as many.
inline constexpr std::size_t max_rows_for_nearest = 100'000;

/// All that make sense for the target, in the order in which they are shown; the nearest row only up to
/// max_rows_for_nearest rows.
[[nodiscard]] std::vector<Method> baselines(const learn::Target& target, std::span<const double> bound = {});

}  // namespace forewarp::validate
