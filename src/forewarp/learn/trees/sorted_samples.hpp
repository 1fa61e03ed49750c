// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Samples as trees are grown from them: in the order of their targets, a sample's features side by side in single
/// precision. Whoever keeps the samples of a node in ascending order has them by target: the median, the quantiles and
/// whether all are the same are there at once, absolute deviations are one pass, and classes are runs.
///
/// Single precision as scikit-learn has it: two values of a feature that differ by less than one part in 1.6e7 are the
/// same to a tree, and beyond 3.4e38 there is only 3.4e38.
#include <cstdint>
#include <span>
#include <vector>

#include "forewarp/learn/samples.hpp"
#include "forewarp/learn/trees/aligned.hpp"
#include "forewarp/learn/trees/lane_random.hpp"

namespace forewarp::learn::trees {

/// Features are padded with zeros to a multiple of this many.
inline constexpr std::size_t lanes = 8;

struct SortedSamples {
  std::size_t rows = 0, features = 0, stride = 0;
  LineVector<float> x;                ///< rows x stride
  std::vector<double> y;              ///< ascending
  std::vector<std::uint32_t> source;  ///< which of the samples a row is
  [[nodiscard]] float at(std::size_t row, std::size_t feature) const { return x[row * stride + feature]; }
};

/// What a tree sees of a number.
[[nodiscard]] float narrowed(double value);
/// Equal targets in the order of the samples. Throws InputError for 2^31 samples or more.
[[nodiscard]] SortedSamples ordered(const Samples& samples, std::span<const double> targets);
/// As many of so many rows, drawn with replacement, ascending.
[[nodiscard]] std::vector<std::uint32_t> bootstrap(std::size_t rows, Random& random);
/// The rows, which ascend and may come more than once.
[[nodiscard]] SortedSamples chosen_rows(const SortedSamples& all, std::span<const std::uint32_t> rows);

}  // namespace forewarp::learn::trees
