// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What each feature is worth. Impurity (how much the trees split on it) is biased towards features of many values and
/// does not apply to new rows; permutation shows how much worse held-out predictions get when the feature is shuffled.
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

/// Each fold is learnt once; its test rows are predicted again with one feature after the other shuffled among them,
/// `repeats` times each. Throws what fit throws.
[[nodiscard]] Importances importances(const learn::Samples& samples, const learn::Target& target,
                                      const learn::Learner& learner, const Splits& splits, std::size_t repeats,
                                      const CrossOptions& options = {});

}  // namespace forewarp::validate
