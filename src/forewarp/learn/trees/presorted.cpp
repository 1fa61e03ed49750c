// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/trees/presorted.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace forewarp::learn::trees {

/// O(features * n log n); equal values in the order of the rows, so the result is deterministic.
Presorted presorted(const SortedSamples& data) {
  Presorted out{data.rows, std::vector<std::uint32_t>(data.rows * data.features)};
  for (std::size_t j = 0; j < data.features; ++j) {
    const std::span<std::uint32_t> order = out.of(j);
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t i) { return std::pair(data.at(i, j), i); });
  }
  return out;
}

/// Counting sort: first[r] is the first chosen index that comes from row r, so the old order is replayed with each row
/// replaced by its copies. O(features * (n + chosen)) instead of sorting again.
///
/// Example: rows 0, 0, 2 chosen of 3 give first = 0, 2, 2, 3; the order 2, 0, 1 of a feature becomes 2, 0, 1: row 2 is
/// chosen index 2, row 0 the indices 0 and 1, row 1 none.
Presorted chosen_rows(const Presorted& all, std::span<const std::uint32_t> rows) {
  const std::size_t features = all.rows == 0 ? 0 : all.order.size() / all.rows;
  std::vector<std::uint32_t> first(all.rows + 1);  // first chosen index per row
  for (const std::uint32_t row : rows) ++first[row + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  Presorted out{rows.size(), {}};
  out.order.reserve(features * rows.size());
  for (std::size_t j = 0; j < features; ++j)
    for (const std::uint32_t row : all.of(j))
      for (std::uint32_t i = first[row]; i < first[row + 1]; ++i) out.order.push_back(i);
  return out;
}

}  // namespace forewarp::learn::trees
