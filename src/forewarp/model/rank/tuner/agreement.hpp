// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How well predicted times of a space match and order the measured ones.
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "forewarp/model/rank/rank.hpp"
#include "forewarp/model/rank/tuner/tuning_file.hpp"

namespace forewarp::rank {

/// One configuration, predicted and measured.
struct TimePair {
  double predicted_s = 0, low_s = 0, high_s = 0, measured_s = 0;
};

/// Of all pairs of a space.
struct Accuracy {
  std::size_t count = 0;
  double spearman = 0;          ///< rank correlation of predicted with measured times; 0 where either is constant
  double bias = 0;              ///< median of predicted / measured
  double error = 0;             ///< median of |predicted / measured - 1|
  double error_calibrated = 0;  ///< the same after division by bias: one constant for the space
  double in_range = 0;          ///< share of measured times between low and high
};

/// pairs: not empty.
[[nodiscard]] Accuracy accuracy_of(std::span<const TimePair> pairs);

/// The configurations that have this value of a dimension.
struct ValueError {
  std::string dimension, value;
  std::size_t count = 0;
  double bias = 0;   ///< median of predicted / measured, divided by that of the space: 1 where the value is as the rest
  double error = 0;  ///< median of |predicted / measured - 1|
};

struct Agreement {
  Accuracy accuracy;
  Configuration predicted_best, measured_best;  ///< of the measured ones: the ranking's first, the fastest
  double predicted_best_s = 0;                  ///< measured time of predicted_best
  double measured_best_s = 0;     ///< the shortest measured time, of configurations without prediction, too
  double regret = 0;              ///< predicted_best_s / measured_best_s - 1: what is lost by taking the predicted best
  double regret_of_ten = 0;       ///< the same for the fastest measured of the ranking's first ten
  std::size_t place = 0;          ///< of predicted_best among measured times, from 1
  std::size_t not_predicted = 0;  ///< measured, and there is no prediction
  std::vector<ValueError> by_value;  ///< in the order of the space
};

/// Joins a ranking with measured times, s. Configurations of other groups count for the accuracy, too; the ranking's
/// order decides which are its first. Throws InputError where no configuration has both.
[[nodiscard]] Agreement agreement_of(const Ranking& ranking, const Space& space, const MeasuredTimes& measured_s);

}  // namespace forewarp::rank
