// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What may be chosen about trees.
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "forewarp/learn/parameters.hpp"
#include "forewarp/learn/samples.hpp"

namespace forewarp::learn::trees {

/// What a split lessens: squared error about the mean, absolute error about the median; for classes Gini impurity
/// 1 - sum p^2 or entropy -sum p log p.
enum class Criterion { mse, mae, gini, entropy };

/// How a threshold is found: the best between two neighbouring values, or one drawn between the least and the greatest
/// (extremely randomised trees: Geurts, Ernst, Wehenkel 2006).
enum class Threshold { best, random };

/// How many of the features that are not constant in a node are looked at, drawn anew in each node.
struct MaxFeatures {
  enum class Kind { all, sqrt, log2, number, fraction };
  Kind kind = Kind::all;
  double value = 1;
  /// At least one. Throws InputError when a number is above what there is.
  [[nodiscard]] std::size_t of(std::size_t features) const;
  /// all, sqrt, log2, a whole number from 1, or a fraction with a point in it (0.5, 1.0). Throws InputError.
  [[nodiscard]] static MaxFeatures parse(const std::string& text);
};

/// A feature whose growth may never lower (+1) or never raise (-1) the prediction.
using Monotone = std::vector<std::pair<std::string, int>>;

struct TreeSettings {
  Criterion criterion = Criterion::mse;
  Threshold threshold = Threshold::best;
  MaxFeatures max_features{};
  std::size_t max_depth = std::numeric_limits<std::size_t>::max();
  std::size_t min_leaf = 1;   ///< samples a leaf has at least
  std::size_t min_split = 2;  ///< samples a node must have to be split
  Monotone monotone{};        ///< only with Criterion::mse
};

/// "work:+;cores:-". Throws InputError.
[[nodiscard]] Monotone parse_monotone(const std::string& text);
/// One of -1, 0, +1 a feature; empty when none is constrained. Throws InputError for a name that is not there.
[[nodiscard]] std::vector<signed char> monotone_signs(const Monotone& monotone, const Samples& samples);
/// max_features, max_depth, min_leaf, min_split, monotone.
[[nodiscard]] TreeSettings read_tree_shape(const Parameters& p);
/// Those and the criterion.
[[nodiscard]] TreeSettings read_tree_settings(const Parameters& p);
/// gini where mse is set and the target is a class. Throws InputError where criterion and target do not go together.
[[nodiscard]] TreeSettings settings_for(TreeSettings settings, const Target& target);

}  // namespace forewarp::learn::trees
