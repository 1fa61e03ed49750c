
#include "forewarp/reproduce/braun2020/aiwc_methods.hpp"

#include <algorithm>
#include <cmath>

#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/linear/bounds.hpp"
#include "forewarp/validate/baselines.hpp"

namespace forewarp::reproduce {
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

}  // namespace forewarp::reproduce
