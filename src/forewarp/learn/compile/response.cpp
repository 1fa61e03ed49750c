// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "forewarp/learn/compile/emitters.hpp"
#include "forewarp/learn/linear/response.hpp"

namespace forewarp::learn {

bool emit_response(const Predictor& predictor, Code& code) {
  const auto* const response = dynamic_cast<const ResponsePredictor*>(&predictor);
  if (!response) return false;
  const ResponsePredictor::Numbers& n = response->numbers();
  std::vector<double> values;
  std::vector<std::uint64_t> counts;
  for (const std::vector<double>& one : n.values) {
    values.insert(values.end(), one.begin(), one.end());
    counts.push_back(one.size());
  }
  code.constant("settings", n.values.size());
  code.array("setting_values", values);
  code.array("setting_counts", counts);
  code.array("means", n.means);
  code.array("spreads", n.spreads);
  code.array("weights", n.weights);
  code.text(R"(
inline double answer_of_hat(const double* x, const double* w) {
  double b = w[0];
  for (std::size_t j = settings; j < features; ++j)
    b += w[1 + j - settings] * (x[j] - means[j - settings]) / spreads[j - settings];
  return b;
}
inline void predictor(const double* x, double* out) {
  const std::size_t each = 1 + features - settings;
  const double* w = weights;
  double sum = answer_of_hat(x, w);
  w += each;
  const double* at = setting_values;
  for (std::size_t s = 0; s < settings; ++s) {
    const std::size_t count = static_cast<std::size_t>(setting_counts[s]);
    if (count > 1) {
      std::size_t right = 1;
      while (right + 1 < count && at[right] < x[s]) ++right;
      const double share = (x[s] - at[right - 1]) / (at[right] - at[right - 1]);
      if (right > 1) sum += (1 - share) * answer_of_hat(x, w + (right - 2) * each);
      sum += share * answer_of_hat(x, w + (right - 1) * each);
    }
    w += (count - 1) * each;
    at += count;
  }
  out[0] = sum;
}
)");
  return true;
}

}  // namespace forewarp::learn
