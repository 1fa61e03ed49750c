// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What libsvm found, held by ourselves: support vectors, their coefficients, and how to answer from them.
///
///     regression       y = centre + spread (sum_s c_s K(v_s, x) - rho)
///     classification   f_ij = sum_s c_s K(v_s, x) - rho_ij for each pair of classes; then votes, or probabilities
#include "forewarp/learn/learner.hpp"
#include "forewarp/learn/scaling.hpp"
#include "forewarp/learn/svm/kernel.hpp"
#include "forewarp/learn/svm/probability.hpp"

namespace forewarp::learn {

/// Support vectors and decision functions in libsvm's layout.
struct SupportVectors {
  Kernel kernel;
  Scaling inputs;
  double target_centre = 0, target_spread = 1;  ///< regression
  std::vector<double> vectors;                  ///< scaled, vector by vector
  std::vector<double> coefficients;  ///< one a vector; for k present classes k - 1 such blocks (libsvm's sv_coef)
  std::vector<double> rho;           ///< one; for k present classes k (k - 1) / 2, pair (0,1), (0,2), ...
  std::vector<Sigmoid> sigmoids;     ///< as rho; empty where the classes are voted for
  std::vector<std::uint64_t> counts, labels;  ///< of each present class its vectors, which lie together, and its index
  std::size_t classes = 0;                    ///< all there are; 0 for regression

  [[nodiscard]] std::size_t features() const { return inputs.centre.size(); }
  [[nodiscard]] std::size_t size() const { return vectors.size() / features(); }
};

class SvmPredictor final : public Predictor {
 public:
  explicit SvmPredictor(SupportVectors model) : model_(std::move(model)) {}
  [[nodiscard]] std::string_view kind() const override { return "svm"; }
  [[nodiscard]] std::size_t features() const override { return model_.features(); }
  [[nodiscard]] std::size_t outputs() const override { return model_.classes == 0 ? 1 : model_.classes; }
  void predict(std::span<const double> row, std::span<double> out) const override;
  void write(Writer& out) const override;
  [[nodiscard]] const SupportVectors& model() const { return model_; }

 private:
  void classify(std::span<const double> kernels, std::span<double> out) const;
  SupportVectors model_;
};

/// Throws InputError where the bytes make no sense.
[[nodiscard]] std::unique_ptr<Predictor> read_svm(Reader& in);

}  // namespace forewarp::learn
