// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A target that is a sum of what each feature costs, none of which can be negative, learnt by its relative error:
///
///     min_b  sum_i w_i | (b_0 + sum_j b_j x_ij) / y_i - 1 |        b_j >= 0
///
/// With counts as features the b_j are a launch, a step of one work item, an instruction over the whole device, a byte:
/// the bounds of a roofline, measured instead of looked up. Few constants with the right signs carry over to kernels
/// never seen better than anything flexible, and the relative error in the first power neither lets the longest rows
/// decide nor the oddest. The problem is convex, so there is one answer and no start to choose.
///
/// Solved by least squares weighted with 1 / max(|residual|, softness), again and again (iteratively reweighted least
/// squares), each with Lawson and Hanson's active set (nonnegative.hpp). softness > 0 rounds the corner at zero.
#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/linear/predictor.hpp"

namespace forewarp::learn {

struct BoundsSettings {
  bool intercept = true;
  double softness = 0.02;  ///< relative error below which a row counts by its square
  long rounds = 40;
};

class BoundsLearner final : public Learner {
 public:
  explicit BoundsLearner(BoundsSettings settings) : settings_(settings) {}
  [[nodiscard]] std::string_view name() const override { return "bounds"; }
  /// Throws InputError as check(), for classes, and naming the sample where a target is not above zero.
  [[nodiscard]] std::unique_ptr<Predictor> fit(const Samples& samples, const Target& target,
                                               const FitOptions& options = {}) const override;
  /// As fit, with its own type.
  [[nodiscard]] LinearPredictor fit_bounds(const Samples& samples, const Target& target) const;

 private:
  BoundsSettings settings_;
};

[[nodiscard]] LearnerEntry bounds_entry();

}  // namespace forewarp::learn
