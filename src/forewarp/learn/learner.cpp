// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/learner.hpp"

namespace forewarp::learn {

void Predictor::predict_all(const Samples& samples, std::span<double> out) const {
  std::vector<double> row(samples.features());
  for (std::size_t i = 0; i < samples.rows(); ++i) {
    samples.copy_row(i, row);
    predict(row, out.subspan(i * outputs(), outputs()));
  }
}

bool Predictor::quantiles(std::span<const double>, std::span<const double>, std::span<double>) const { return false; }

}  // namespace forewarp::learn
