// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Samples in the form from which trees are grown: ascending by target, the features of a sample contiguous and in
/// single precision. While the samples of a node stay in this order, its median, its quantiles and whether all targets
/// are equal are direct look-ups, absolute deviations take one pass, and classes are runs.
///
/// Single precision as in scikit-learn: two values of a feature that differ by less than one part in 1.6e7 are equal to
/// a tree, and values beyond 3.4e38 become 3.4e38.
#include <cstdint>
#include <span>
#include <vector>

#include "forewarp/learn/samples.hpp"
#include "forewarp/learn/trees/aligned.hpp"
#include "forewarp/learn/trees/lane_random.hpp"

namespace forewarp::learn::trees {

/// Features are padded with zeros to a multiple of this number.
inline constexpr std::size_t lanes = 8;

struct SortedSamples {
  std::size_t rows = 0, features = 0, stride = 0;
  LineVector<float> x;                ///< rows x stride
  std::vector<double> y;              ///< ascending
  std::vector<std::uint32_t> source;  ///< index of the sample of each row
  [[nodiscard]] float at(std::size_t row, std::size_t feature) const { return x[row * stride + feature]; }
};

/// A number in the precision of a tree.
[[nodiscard]] float narrowed(double value);
/// Equal targets in the order of the samples. Throws InputError for 2^31 samples or more.
[[nodiscard]] SortedSamples ordered(const Samples& samples, std::span<const double> targets);
/// `rows` draws from `rows` rows with replacement, ascending.
[[nodiscard]] std::vector<std::uint32_t> bootstrap(std::size_t rows, Random& random);
/// The given rows, which ascend and may repeat.
[[nodiscard]] SortedSamples chosen_rows(const SortedSamples& all, std::span<const std::uint32_t> rows);

}  // namespace forewarp::learn::trees
