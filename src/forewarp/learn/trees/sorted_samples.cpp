// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/sorted_samples.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "forewarp/support/error.hpp"

namespace forewarp::learn::trees {

/// Clamped, as infinities would give thresholds that are not numbers: 1e300 becomes 3.4e38.
float narrowed(double value) {
  constexpr double most = std::numeric_limits<float>::max();
  return static_cast<float>(std::clamp(value, -most, most));
}

/// Ascending by target, row-major with padded rows: O(n log n + n * features). The order makes
/// classes runs and medians positions. Rows of 12 features take 16 places; no split looks at the
/// zeros behind them. Fewer than 2^31 samples, because kernels count rows in 32-bit lanes.
SortedSamples ordered(const Samples& samples, std::span<const double> targets) {
  if (samples.rows() >= std::size_t{1} << 31) throw InputError("trees take fewer than 2^31 samples");
  SortedSamples out{samples.rows(), samples.features(), (samples.features() + lanes - 1) / lanes * lanes, {}, {}, {}};
  out.source.resize(out.rows);
  std::iota(out.source.begin(), out.source.end(), 0U);
  std::ranges::sort(out.source, {}, [&](std::uint32_t i) { return std::pair(targets[i], i); });
  for (const std::uint32_t i : out.source) out.y.push_back(targets[i]);
  out.x.resize(out.rows * out.stride);
  for (std::size_t j = 0; j < out.features; ++j) {
    const std::span<const double> feature = samples.feature(j);
    for (std::size_t i = 0; i < out.rows; ++i) out.x[i * out.stride + j] = narrowed(feature[out.source[i]]);
  }
  return out;
}

SortedSamples chosen_rows(const SortedSamples& all, std::span<const std::uint32_t> rows) {
  SortedSamples out{rows.size(), all.features, all.stride, {}, {}, {}};
  out.x.resize(out.rows * out.stride);
  out.y.reserve(out.rows);
  out.source.reserve(out.rows);
  float* to = out.x.data();
  for (const std::uint32_t i : rows) {
    to = std::copy_n(all.x.data() + i * all.stride, all.stride, to);
    out.y.push_back(all.y[i]);
    out.source.push_back(all.source[i]);
  }
  return out;
}

/// Counts how often each row is drawn, then lists it that often: ascending without a sort.
std::vector<std::uint32_t> bootstrap(std::size_t rows, Random& random) {
  std::vector<std::uint32_t> times(rows), drawn;
  for (std::size_t i = 0; i < rows; ++i) ++times[random.below(rows)];
  for (std::uint32_t i = 0; i < rows; ++i) drawn.insert(drawn.end(), times[i], i);
  return drawn;
}

}  // namespace forewarp::learn::trees
