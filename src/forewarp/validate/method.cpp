// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/validate/method.hpp"

#include <algorithm>

namespace forewarp::validate {

std::vector<double> answers(const learn::Predictor& predictor, const learn::Samples& samples) {
  const std::size_t width = predictor.outputs();
  std::vector<double> out(samples.rows() * width);
  predictor.predict_all(samples, out);
  if (width == 1) return out;
  std::vector<double> called(samples.rows());
  for (std::size_t i = 0; i < called.size(); ++i) {
    const auto first = out.begin() + static_cast<std::ptrdiff_t>(i * width);
    called[i] = static_cast<double>(std::max_element(first, first + static_cast<std::ptrdiff_t>(width)) - first);
  }
  return called;
}

Method learner_method(std::string name, std::shared_ptr<const learn::Learner> learner) {
  return {.name = std::move(name),
          .baseline = false,
          .answer = [learner = std::move(learner)](const learn::Samples& samples, const learn::Target& target,
                                                   const Split& split, const learn::FitOptions& options) {
            const auto predictor =
                learner->fit(samples.select_rows(split.train), target.select_rows(split.train), options);
            return answers(*predictor, samples.select_rows(split.test));
          }};
}

}  // namespace forewarp::validate
