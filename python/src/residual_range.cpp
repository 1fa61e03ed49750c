// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "residual_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/learn/validation/method.hpp"
#include "forewarp/learn/validation/splits.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::python {
namespace {

std::vector<double> held_out(const learn::PipelineSpec& spec, const learn::Samples& samples,
                             const learn::Target& target, const learn::FitOptions& options) {
  constexpr std::size_t folds = 5;
  const validate::Method method = validate::pipeline_method(spec.learner, spec);
  std::vector<double> predicted(samples.rows());
  const validate::Splits splits = validate::k_fold(samples.rows(), folds, options.seed);
  for (std::size_t fold = 0; fold < splits.folds; ++fold) {
    const validate::Split split = splits.split(fold);
    const std::vector<double> answers = method.answer(samples, target, split, options);
    for (std::size_t i = 0; i < split.test.size(); ++i) predicted[split.test[i]] = answers[i];
  }
  return predicted;
}

}  // namespace

learn::Range residual_range(const learn::PipelineSpec& spec, const learn::Samples& samples, const learn::Target& target,
                            const learn::FitOptions& options, double level) {
  if (!(level > 0 && level < 1)) throw InputError(fmt::format("level {}: expected a share between 0 and 1", level));
  if (target.is_class()) throw InputError("classes have probabilities, not ranges");
  const double tail = (1 - level) / 2;
  if (validate::has_own_ranges(spec.learner)) return {learn::Range::Kind::quantiles, level, tail, 1 - tail};
  const std::size_t n = samples.rows();
  const auto needed = static_cast<std::size_t>(std::ceil(static_cast<double>(n + 1) * level - 1e-9));
  if (needed > n || n < 5) throw InputError(fmt::format("{} rows are too few for a range with level {}", n, level));
  const std::vector<double> predicted = held_out(spec, samples, target, options);
  const auto above_zero = [](double v) { return v > 0; };
  const bool factor = std::ranges::all_of(target.values, above_zero) && std::ranges::all_of(predicted, above_zero);
  std::vector<double> off(n);
  for (std::size_t i = 0; i < n; ++i)
    off[i] = factor ? std::abs(std::log(target.values[i] / predicted[i])) : std::abs(target.values[i] - predicted[i]);
  std::ranges::nth_element(off, off.begin() + static_cast<std::ptrdiff_t>(needed - 1));
  const double width = off[needed - 1];
  if (factor) return {learn::Range::Kind::factor, level, std::exp(-width), std::exp(width)};
  return {learn::Range::Kind::offset, level, -width, width};
}

}  // namespace forewarp::python
