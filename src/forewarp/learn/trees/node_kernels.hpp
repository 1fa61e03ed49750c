// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Sums over the rows of a node for all features at once, eight per vector. Compiled for several instruction sets
/// (CMakeLists.txt); all give the same bits, since every feature has sums of its own in the order of the rows.
#include <cstddef>
#include <cstdint>

#include "forewarp/learn/trees/lane_random.hpp"
#include "forewarp/support/instruction_set.hpp"

namespace forewarp::learn::trees {

/// The rows of a node, ascending, and 8 * blocks neighbouring features.
struct NodeLanes {
  const float* x;  ///< the first of the features in row 0
  std::size_t stride;
  const std::uint32_t* rows;
  std::size_t count;
  const double* y;  ///< of row 0; less the mean of all, so that sums of squares do not cancel
  std::size_t blocks;
};

/// Left is x <= threshold. Arrays have 8 * blocks elements, aligned to 32 bytes.
/// By feature: number of rows on the left of its threshold, and the sum of their y.
struct LeftSides {
  const std::int32_t* count;
  const double* sum;
};

/// Of all rows of the node, and the least number that a side must have.
struct NodeSums {
  std::int32_t count;
  double sum;
  std::int32_t min_leaf;
};

struct NodeKernels {
  void (*extent)(const NodeLanes&, float* low, float* high);
  /// Uniform in [low, high); low where the two are the same.
  void (*draw)(LaneRandom&, std::size_t blocks, const float* low, const float* high, float* thresholds);
  void (*count_left)(const NodeLanes&, const float* thresholds, std::int32_t* left);
  /// Number of rows on the left, and the sum of their y.
  void (*sum_left)(const NodeLanes&, const float* thresholds, std::int32_t* left, double* sum);
  /// The sum of |y - median| of the left side plus that of the right side; left: from count_left.
  void (*deviations)(const NodeLanes&, const float* thresholds, const std::int32_t* left, double* deviation);
  /// left sum^2 / left count + right sum^2 / right count, which is greatest where the squared error is least; -infinity
  /// where a side has fewer than min_leaf.
  void (*gain)(std::size_t blocks, const LeftSides& left, const NodeSums& node, double* gain);
};

[[nodiscard]] const NodeKernels& node_kernels(InstructionSet isa);

}  // namespace forewarp::learn::trees
