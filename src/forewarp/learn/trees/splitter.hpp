// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Finds the split of a node. One implementation for each way to find thresholds.
#include <limits>
#include <memory>
#include <optional>
#include <span>

#include "forewarp/learn/trees/grown.hpp"
#include "forewarp/learn/trees/node_kernels.hpp"
#include "forewarp/learn/trees/presorted.hpp"
#include "forewarp/learn/trees/settings.hpp"
#include "forewarp/learn/trees/sorted_samples.hpp"

namespace forewarp::learn::trees {

/// Data common to all nodes of a tree.
struct Growth {
  const SortedSamples& data;
  const TreeSettings& settings;
  std::size_t classes = 0;          ///< 0: numbers
  std::span<const double> centred;  ///< data.y less mean
  double mean = 0;
  std::span<const signed char> monotone;
  std::size_t max_features = 1;
  InstructionSet isa = InstructionSet::baseline;
};

struct Node {
  std::span<const std::uint32_t> rows;  ///< ascending
  std::size_t begin = 0;                ///< of rows among those of the tree
  Bounds bounds;
};

struct Split {
  std::uint32_t feature = 0;
  float threshold = 0;
  double gain = 0;  ///< reduction of the criterion, summed over the samples
};

class Splitter {
 public:
  virtual ~Splitter() = default;
  /// No split where every feature is constant or no split leaves enough on both sides.
  [[nodiscard]] virtual std::optional<Split> find(const Node& node) = 0;
  /// Called after a split; goes_left: 1 or 0 by row, filled for the node's rows where wants_division().
  virtual void divided(const Node&, std::span<const unsigned char> /*goes_left*/) {}
  [[nodiscard]] virtual bool wants_division() const { return false; }
};

[[nodiscard]] std::unique_ptr<Splitter> random_splitter(const Growth& growth, Random& random);
[[nodiscard]] std::unique_ptr<Splitter> best_splitter(const Growth& growth, Presorted presorted, Random& random);

/// Moves the features to examine to the front, drawn at random where there are more than wanted; returns their number.
std::size_t draw_features(std::span<std::uint32_t> candidates, std::size_t wanted, Random& random);
/// Whether a split into these sums and counts keeps the feature monotone within the bounds.
[[nodiscard]] bool keeps_order(signed char sign, const Bounds& bounds, double left, double right);

}  // namespace forewarp::learn::trees
