// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How well the predicted times of one kernel on one board match and order the measured ones.
#include <string>
#include <vector>

#include "tuning/predict.hpp"

namespace forewarp::bench {

struct Quality {
  std::size_t count = 0;
  double spearman = 0;
  double error = 0;       ///< median of |predicted - measured| / measured
  double calibrated = 0;  ///< the same after division by bias: one constant for the pair
  double bias = 0;        ///< median of predicted / measured
  double ten = 0;         ///< best time of the whole space over the best measured of the ten predicted fastest
  double ten_of_sample = 0, first_of_sample = 0;  ///< best time of the sample over that, and over the predicted first
  double in_range = 0;                            ///< share of measured times between low and high
};

/// best_s: the shortest measured time of the whole space. rows: not empty.
[[nodiscard]] Quality quality(const std::vector<TuningRow>& rows, double best_s);

}  // namespace forewarp::bench
