// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Gaussian naive Bayes (zigon2020, section 5.6, equations 1 to 3): within a class the features are independent and
/// normal, so that
///
///     log P(c) + log P(x | c) = log P(c) - sum_j [ log(2 pi v_cj) + (x_j - m_cj)^2 / v_cj ] / 2
///
/// and P(c | x) is its exponential over the sum over all classes.
#include "forewarp/learn/binary.hpp"
#include "forewarp/learn/learner.hpp"

namespace forewarp::learn {

struct NaiveBayesModel {
  std::vector<double> priors;            ///< P(c); 0 where a class had no sample
  std::vector<double> means, variances;  ///< class by class, a feature after the other
};

class NaiveBayesPredictor final : public Predictor {
 public:
  explicit NaiveBayesPredictor(NaiveBayesModel model);
  [[nodiscard]] std::string_view kind() const override { return "naive_bayes"; }
  [[nodiscard]] std::size_t features() const override { return model_.means.size() / model_.priors.size(); }
  [[nodiscard]] std::size_t outputs() const override { return model_.priors.size(); }
  void predict(std::span<const double> row, std::span<double> out) const override;
  void write(Writer& out) const override;
  [[nodiscard]] const NaiveBayesModel& model() const { return model_; }
  /// log P(c) - sum_j log(2 pi v_cj) / 2, what of the sum does not depend on x; -infinity where there is no prior.
  [[nodiscard]] std::span<const double> constants() const { return constants_; }

 private:
  NaiveBayesModel model_;
  std::vector<double> constants_;
};

/// Throws InputError where the bytes make no sense.
[[nodiscard]] std::unique_ptr<Predictor> read_naive_bayes(Reader& in);

}  // namespace forewarp::learn
