// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/bayes/predictor.hpp"
#include "forewarp/learn/compile/emitters.hpp"

namespace forewarp::learn {

bool emit_naive_bayes(const Predictor& predictor, Code& code) {
  const auto* const bayes = dynamic_cast<const NaiveBayesPredictor*>(&predictor);
  if (!bayes) return false;
  code.array("priors", bayes->model().priors);
  code.array("means", bayes->model().means);
  code.array("variances", bayes->model().variances);
  code.array("constants", bayes->constants());
  code.text(R"(
inline void predictor(const double* x, double* out) {
  double most = -HUGE_VAL, sum = 0;
  for (std::size_t c = 0; c < classes; ++c) {
    double distance = 0;
    for (std::size_t j = 0; j < features; ++j) {
      const double d = x[j] - means[c * features + j];
      distance += d * d / variances[c * features + j];
    }
    out[c] = constants[c] - distance / 2;
    most = std::max(most, out[c]);
  }
  if (most == -HUGE_VAL) {
    for (std::size_t c = 0; c < classes; ++c) out[c] = priors[c];
    return;
  }
  for (std::size_t c = 0; c < classes; ++c) sum += out[c] = std::exp(out[c] - most);
  for (std::size_t c = 0; c < classes; ++c) out[c] /= sum;
}
)");
  return true;
}

}  // namespace forewarp::learn
