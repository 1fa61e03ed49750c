// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/compile/emitters.hpp"
#include "forewarp/learn/linear/predictor.hpp"

namespace forewarp::learn {

bool emit_linear(const Predictor& predictor, Code& code) {
  const auto* const linear = dynamic_cast<const LinearPredictor*>(&predictor);
  if (!linear) return false;
  code.constant("intercept", linear->intercept());
  code.array("coefficients", linear->coefficients());
  code.text(R"(
inline void predictor(const double* x, double* out) {
  double sum = intercept;
  for (std::size_t j = 0; j < features; ++j) sum += coefficients[j] * x[j];
  out[0] = sum;
}
)");
  return true;
}

}  // namespace forewarp::learn
