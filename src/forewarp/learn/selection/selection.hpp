// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Few features out of many (amaris2022, Algorithm 1):
///
///     1. features that never change are dropped                              (section 4.2)
///     2. log2(x + offset), then to [0, 1]                                    (lines 2 and 3)
///     3. kept: |rank correlation with the target| >= threshold, 0.75         (line 4)
///     4. hierarchical clustering on 1 - |rank correlation|, average linkage  (line 6)
///     5. the tree is cut into 5 or 10 clusters, or at a height               (line 7)
///     6. of each cluster the feature of the largest variance, after step 2   (line 8)
///
/// The paper does not say which normalisation it takes; to [0, 1] is ours (with z-scores all variances are one).
/// Between 2 and 3 comes what the paper lacks: features that are time in another unit are named and left out
/// (leakage.hpp).
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/learn/samples.hpp"
#include "forewarp/learn/selection/clustering.hpp"
#include "forewarp/learn/selection/leakage.hpp"

namespace forewarp::learn {

enum class Correlation { spearman, pearson };  ///< Pearson's is taken after step 2

struct SelectionOptions {
  Correlation correlation = Correlation::spearman;
  double threshold = 0.75;  ///< the paper tried 0.50, 0.75 and 0.90
  Linkage linkage = Linkage::average;
  std::size_t clusters = 10;          ///< fewer where fewer features are left
  std::optional<double> height = {};  ///< instead of clusters
  double offset = 1e-10;              ///< as the authors' scripts
  bool keep_leaks = false;
  LeakageOptions leakage = {};
};

struct Candidate {
  std::string name;
  double correlation = 0;  ///< with the target
  double variance = 0;     ///< after step 2
  bool constant = false, over_threshold = false, selected = false;
  std::optional<std::size_t> cluster;
};

struct FeatureSelection {
  std::vector<Candidate> candidates;  ///< every feature, in the order of the samples
  std::vector<Leak> leaks;            ///< found, whether left out or kept
  std::vector<std::size_t> kept;      ///< indices of the leaves of the tree, by |correlation|, strongest first
  std::vector<double> matrix;         ///< their correlations, kept x kept
  Dendrogram tree;
  std::vector<std::string> selected;  ///< one a cluster, by |correlation|, strongest first
};

/// Throws what check() of samples throws, InputError for a negative value that has no logarithm, and where no feature
/// is over the threshold.
[[nodiscard]] FeatureSelection select_features(const Samples& samples, const Target& target,
                                               const SelectionOptions& options = {});

/// Every pair of features: features x features.
[[nodiscard]] std::vector<double> correlation_matrix(const Samples& samples, Correlation correlation);

}  // namespace forewarp::learn
