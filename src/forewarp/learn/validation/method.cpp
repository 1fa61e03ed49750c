// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/method.hpp"

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

bool has_own_ranges(std::string_view learner) { return learner == "quantile_forest"; }

Method pipeline_method(std::string name, const learn::PipelineSpec& spec) {
  Method method = learner_method(std::move(name), learn::pipeline_learner(spec));
  if (!has_own_ranges(spec.learner)) return method;
  method.ranges = [spec](const learn::Samples& samples, const learn::Target& target, const Split& split,
                         const learn::FitOptions& options, double level) {
    const learn::Samples known = samples.select_rows(split.train);
    learn::Pipeline pipeline = learn::Pipeline::fit(spec, known, target.select_rows(split.train), options);
    pipeline.set_range({learn::Range::Kind::quantiles, level, (1 - level) / 2, (1 + level) / 2});
    std::vector<std::size_t> columns;
    for (const learn::Variable& feature : spec.features)
      columns.push_back(
          static_cast<std::size_t>(std::ranges::find(samples.names(), feature.name) - samples.names().begin()));
    std::vector<Interval> ranges;
    for (const std::size_t row : split.test) {
      std::vector<double> asked;
      for (const std::size_t column : columns) asked.push_back(samples.at(row, column));
      const learn::Answer answer = pipeline.predict(asked);
      ranges.push_back({*answer.low, *answer.high});
    }
    return ranges;
  };
  return method;
}

}  // namespace forewarp::validate
