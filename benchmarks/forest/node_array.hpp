// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The baseline: a forest as treelite and most others lay it out, nodes in the order of their growth with double
/// thresholds and both children, one tree after another.
#include <span>
#include <vector>

#include "forewarp/learn/trees/packed.hpp"

namespace forewarp::bench {

class NodeArrayForest {
 public:
  explicit NodeArrayForest(const learn::trees::PackedView& forest);
  [[nodiscard]] double predict(std::span<const double> row) const;

 private:
  struct Node {
    double threshold, value;
    std::int32_t feature, left, right;  ///< feature: -1 for a leaf
  };
  std::int32_t add(const learn::trees::PackedView& forest, std::uint64_t first, std::uint64_t slot);
  std::vector<Node> nodes_;
  std::vector<std::int32_t> roots_;
};

}  // namespace forewarp::bench
