// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Permutation importance, for any predictor (Breiman, "Random forests", Machine Learning 45, 2001; as scikit-learn's
/// permutation_importance): how much larger the loss becomes when one feature is shuffled among the samples, and so
/// carries no information any more. Measured on samples the predictor has not seen, it is what the feature is worth; of
/// features with the same information each seems worth little.
#include <functional>

#include "forewarp/learn/learner.hpp"

namespace forewarp::learn {

/// How wrong a predictor is on samples; smaller is better. Called from many threads at once.
using LossOf = std::function<double(const Samples&)>;

/// For numbers 1 - R^2, the squared error over that of the mean; for classes the share not called right. Keeps
/// references.
[[nodiscard]] LossOf default_loss(const Predictor& predictor, const Target& target);

struct Importance {
  double mean = 0, deviation = 0;  ///< over the repetitions; deviation over n
};

struct ImportanceOptions {
  std::size_t repeats = 5;
  std::uint64_t seed = 0;
  unsigned threads = 0;
};

/// One a feature, in their order: loss when shuffled less loss. Throws InputError for no repetition, fewer than two
/// samples, and what loss throws.
[[nodiscard]] std::vector<Importance> permutation_importance(const LossOf& loss, const Samples& samples,
                                                             const ImportanceOptions& options = {});

}  // namespace forewarp::learn
