// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What a predictor offers beside Predictor when it knows the distribution of the target and not only its middle;
/// whoever wants ranges asks with dynamic_cast<const QuantilePredictor*>.
#include <span>

namespace forewarp::learn {

class QuantilePredictor {
 public:
  virtual ~QuantilePredictor() = default;
  /// The quantiles of the target of one sample. levels: ascending, each in 0 to 1; out: as many. Throws InputError for
  /// other levels.
  virtual void predict_quantiles(std::span<const double> row, std::span<const double> levels,
                                 std::span<double> out) const = 0;
};

}  // namespace forewarp::learn
