// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "papers/braun2020/aiwc_methods.hpp"

#include <algorithm>
#include <cmath>

#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/linear/bounds.hpp"
#include "forewarp/learn/validation/baselines.hpp"
#include "forewarp/learn/validation/metrics.hpp"

namespace forewarp::papers {
namespace {

using learn::FitOptions;
using learn::Samples;
using learn::Target;
using validate::Method;
using validate::Split;

/// Fitted on the training rows, asked for all of them and for those held out.
struct Asked {
  std::vector<double> known, asked;
};

Asked ask_bounds(const Samples& bounds, const Target& target, const Split& split) {
  const learn::LinearPredictor fit =
      learn::BoundsLearner({}).fit_bounds(bounds.select_rows(split.train), target.select_rows(split.train));
  return {validate::answers(fit, bounds.select_rows(split.train)),
          validate::answers(fit, bounds.select_rows(split.test))};
}

Samples logarithms(const Samples& samples) {
  Samples logs(samples.names(), samples.rows());
  for (std::size_t j = 0; j < samples.features(); ++j)
    for (std::size_t i = 0; i < samples.rows(); ++i) logs.feature(j)[i] = std::log(samples.at(i, j) + 1e-3);
  return logs;
}

Target logarithms(Target target) {
  for (double& value : target.values) value = std::log(value);
  return target;
}

/// The median error on folds of the training rows.
double inner_median(const Method& method, const Samples& samples, const Target& target,
                    const std::vector<std::size_t>& train, const validate::Splits& inner, const FitOptions& options) {
  std::vector<double> predicted(train.size()), measured = target.select_rows(train).values;
  for (std::size_t fold = 0; fold < inner.folds; ++fold) {
    const Split at = inner.split(fold);
    Split rows;
    for (const std::size_t i : at.train) rows.train.push_back(train[i]);
    for (const std::size_t i : at.test) rows.test.push_back(train[i]);
    const std::vector<double> answer = method.answer(samples, target, rows, options);
    for (std::size_t i = 0; i < answer.size(); ++i) predicted[at.test[i]] = answer[i];
  }
  return validate::summarise(predicted, measured).median;
}

}  // namespace

Method aiwc_bounds_method(const AiwcData& data) {
  return {"bounds", false,
          [bounds = aiwc_bounds(data)](const Samples&, const Target& target, const Split& split, const FitOptions&) {
            return ask_bounds(bounds, target, split).asked;
          }};
}

Method aiwc_corrected_method(const AiwcData& data) {
  return {"bounds x nearest", false,
          [bounds = aiwc_bounds(data)](const Samples& samples, const Target& target, const Split& split,
                                       const FitOptions&) {
            Asked answer = ask_bounds(bounds, target, split);
            const std::vector<std::size_t> nearest = validate::nearest_rows(samples, split);
            for (std::size_t i = 0; i < nearest.size(); ++i) {
              const auto at = std::lower_bound(split.train.begin(), split.train.end(), nearest[i]);
              const double said = answer.known[static_cast<std::size_t>(at - split.train.begin())];
              answer.asked[i] *= target.values[nearest[i]] / said;
            }
            return answer.asked;
          }};
}

Method aiwc_chosen_method(const AiwcData& data) {
  return {
      "chosen of both", false,
      [methods = std::vector<Method>{aiwc_bounds_method(data), aiwc_corrected_method(data)}, kernels = data.kernels](
          const Samples& samples, const Target& target, const Split& split, const FitOptions& options) {
        std::vector<std::string> known;
        for (const std::size_t row : split.train) known.push_back(kernels[row]);
        const validate::Splits inner = validate::group_k_fold(known, 5, 1);
        std::vector<double> errors;
        for (const Method& method : methods)
          errors.push_back(inner_median(method, samples, target, split.train, inner, options));
        return methods[errors[1] < errors[0] ? 1 : 0].answer(samples, target, split, options);
      }};
}

Method aiwc_log_method(std::string name, std::string_view learner, const std::map<std::string, std::string>& settings) {
  return {std::move(name), false,
          [made = std::shared_ptr<learn::Learner>(learn::make_learner(learner, settings))](
              const Samples& samples, const Target& target, const Split& split, const FitOptions& options) {
            const Samples logs = logarithms(samples);
            const auto fit =
                made->fit(logs.select_rows(split.train), logarithms(target.select_rows(split.train)), options);
            std::vector<double> answer = validate::answers(*fit, logs.select_rows(split.test));
            for (double& value : answer) value = std::exp(value);
            return answer;
          }};
}

}  // namespace forewarp::papers
