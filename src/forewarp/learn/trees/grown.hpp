// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A tree as it is grown, before it is packed for asking.
#include <cstdint>
#include <limits>
#include <vector>

namespace forewarp::learn::trees {

/// Between what a leaf's prediction must lie where features are monotone; of targets less their mean.
struct Bounds {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
};

struct GrownNode {
  static constexpr std::uint32_t leaf = 0xffffffff;
  std::uint32_t feature = leaf;
  float threshold = 0;                ///< left where x <= threshold
  std::uint32_t left = 0, right = 0;  ///< both after their parent
  std::uint32_t begin = 0, end = 0;   ///< its samples among rows
  [[nodiscard]] bool is_leaf() const { return feature == leaf; }
};

struct GrownTree {
  std::vector<GrownNode> nodes;     ///< the root first
  std::vector<double> values;       ///< nodes x outputs; only those of leaves mean anything
  std::vector<std::uint32_t> rows;  ///< of the SortedSamples it was grown from, leaf after leaf, ascending in each
  std::vector<Bounds> bounds;       ///< of leaves, by node; empty where no feature is monotone
  std::vector<double> importances;  ///< what the splits of each feature gained
};

}  // namespace forewarp::learn::trees
