// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Anything that can be scored: a learner, or a baseline that every trained model should exceed.
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/learn/pipeline.hpp"
#include "forewarp/learn/validation/splits.hpp"

namespace forewarp::validate {

/// The range predicted for the target.
struct Interval {
  double low = 0, high = 0;
};

struct Method {
  std::string name;
  bool baseline = false;
  /// Learns from split.train and answers for split.test, in that order and in the unit of the target (for classes, the
  /// index of the class called). Looks at nothing else. Called from many threads at once.
  std::function<std::vector<double>(const learn::Samples&, const learn::Target&, const Split&,
                                    const learn::FitOptions&)>
      answer;
  /// The method's own ranges, that hold the target with probability level as estimated by the method; empty where it
  /// has none (split conformal ranges are then put around its answers).
  std::function<std::vector<Interval>(const learn::Samples&, const learn::Target&, const Split&,
                                      const learn::FitOptions&, double level)>
      ranges = {};
};

/// The learner, fitted anew for each split.
[[nodiscard]] Method learner_method(std::string name, std::shared_ptr<const learn::Learner> learner);

/// The pipeline, fitted anew for each split; a quantile forest brings its own ranges.
[[nodiscard]] Method pipeline_method(std::string name, const learn::PipelineSpec& spec);

[[nodiscard]] bool has_own_ranges(std::string_view learner);

/// The prediction for each sample: its number, or the index of its most probable class (the first of
/// equals).
[[nodiscard]] std::vector<double> answers(const learn::Predictor& predictor, const learn::Samples& samples);

}  // namespace forewarp::validate
