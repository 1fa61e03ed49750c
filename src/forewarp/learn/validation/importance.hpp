// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What each feature is worth. Impurity (how much the trees split on it) is biased towards features of many values and
/// says nothing of new rows; permutation (Breiman, "Random forests", Machine Learning 45, 2001) is how much worse
/// held-out predictions get when the feature is shuffled. Of features that carry the same information, each seems worth
/// little.
#include <string>
#include <vector>

#include "forewarp/learn/validation/cross_predict.hpp"

namespace forewarp::validate {

struct Importance {
  std::string feature;
  double impurity = 0;     ///< share of one, of the learner fitted on all rows; NaN where it has no such notion
  double permutation = 0;  ///< rise of the error (MAPE, for classes the share called wrongly) over held-out rows
  double spread = 0;       ///< standard deviation of that rise over the folds
};

struct Importances {
  double error = 0;                  ///< of held-out rows as they are
  std::vector<Importance> features;  ///< in the order of the samples
};

/// Each fold is learnt once; its test rows are asked again with one feature after the other shuffled among them,
/// `repeats` times each. Throws InputError for no repetition, and what fit throws.
[[nodiscard]] Importances importances(const learn::Samples& samples, const learn::Target& target,
                                      const learn::Learner& learner, const Splits& splits, std::size_t repeats,
                                      const CrossOptions& options = {});

}  // namespace forewarp::validate
