// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The rows sorted by each feature, so that one pass per feature finds its best split.
#include <cstdint>
#include <span>
#include <vector>

#include "forewarp/learn/trees/sorted_samples.hpp"

namespace forewarp::learn::trees {

struct Presorted {
  std::size_t rows = 0;
  std::vector<std::uint32_t> order;  ///< features x rows
  [[nodiscard]] std::span<std::uint32_t> of(std::size_t feature) { return {order.data() + feature * rows, rows}; }
  [[nodiscard]] std::span<const std::uint32_t> of(std::size_t feature) const {
    return {order.data() + feature * rows, rows};
  }
};

[[nodiscard]] Presorted presorted(const SortedSamples& data);
/// The order of chosen_rows(all, rows), without sorting again.
[[nodiscard]] Presorted chosen_rows(const Presorted& all, std::span<const std::uint32_t> rows);

}  // namespace forewarp::learn::trees
