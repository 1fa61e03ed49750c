// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/pipeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "forewarp/learn/learners.hpp"
#include "forewarp/learn/read_checks.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::learn {
namespace {

std::vector<std::size_t> columns_of(const std::vector<Variable>& features, const std::vector<std::string>& names) {
  std::vector<std::size_t> columns;
  for (const Variable& feature : features) {
    const auto it = std::ranges::find(names, feature.name);
    if (it == names.end()) throw InputError(fmt::format("the samples have no feature '{}'", feature.name));
    columns.push_back(static_cast<std::size_t>(it - names.begin()));
  }
  return columns;
}

Samples transformed(const std::vector<Variable>& features, Samples samples) {
  for (std::size_t j = 0; j < features.size(); ++j)
    for (double& value : samples.feature(j)) value = features[j].forward(value);
  return samples;
}

Target transformed(const Variable& variable, Target target) {
  if (!target.is_class())
    for (double& value : target.values) value = variable.forward(value);
  return target;
}

std::size_t most_probable(std::span<const double> probabilities) {
  return static_cast<std::size_t>(std::ranges::max_element(probabilities) - probabilities.begin());
}

}  // namespace

Pipeline Pipeline::fit(const PipelineSpec& spec, const Samples& samples, const Target& target,
                       const FitOptions& options) {
  for (const Variable& feature : spec.features)
    if (feature.name == spec.target.name)
      throw InputError(fmt::format("'{}' is the target and cannot be a feature too", feature.name));
  const Samples chosen = samples.select_features(columns_of(spec.features, samples.names()));
  check(chosen, target);
  Pipeline p;
  p.spec_ = spec;
  p.classes_ = target.classes;
  for (std::size_t j = 0; j < chosen.features(); ++j) {
    const auto [low, high] = std::ranges::minmax(chosen.feature(j));
    p.lowest_.push_back(low);
    p.highest_.push_back(high);
  }
  const Samples ready = transformed(spec.features, chosen);
  p.scaling_ = fit_scaling(ready, spec.scaling);
  const auto learner = make_learner(spec.learner, spec.settings);
  p.predictor_ = learner->fit(scaled(ready, p.scaling_), transformed(spec.target, target), options);
  return p;
}

Pipeline Pipeline::fit(const PipelineSpec& spec, const Table& table, const FitOptions& options) {
  return fit(spec, samples_from(table, spec.features), target_from(table, spec.target.name), options);
}

void Pipeline::transform(std::span<const double> row, std::span<double> out) const {
  if (row.size() != spec_.features.size())
    throw InputError(fmt::format("the model asks for {} features, not {}", spec_.features.size(), row.size()));
  for (std::size_t j = 0; j < row.size(); ++j) out[j] = spec_.features[j].forward(row[j]);
  scaling_.apply(out, out);
}

double Pipeline::value(std::span<const double> row) const {
  std::vector<double> ready(row.size()), out(predictor_->outputs());
  transform(row, ready);
  predictor_->predict(ready, out);
  return is_class() ? static_cast<double>(most_probable(out)) : spec_.target.backward(out[0]);
}

Answer Pipeline::predict(std::span<const double> row) const {
  std::vector<double> ready(row.size()), out(predictor_->outputs());
  transform(row, ready);
  predictor_->predict(ready, out);
  Answer answer;
  answer.outside = !outside(row).empty();
  if (is_class()) {
    answer.value = static_cast<double>(most_probable(out));
    answer.probabilities = std::move(out);
    return answer;
  }
  answer.value = spec_.target.backward(out[0]);
  if (range_) add_range(ready, answer);
  return answer;
}

void Pipeline::add_range(std::span<const double> ready, Answer& answer) const {
  const Range& r = *range_;
  double a = 0, b = 0;
  switch (r.kind) {
    case Range::Kind::factor:
      a = answer.value * r.low;
      b = answer.value * r.high;
      break;
    case Range::Kind::offset:
      a = answer.value + r.low;
      b = answer.value + r.high;
      break;
    case Range::Kind::quantiles: {
      const std::array levels = {r.low, r.high};
      std::array<double, 2> t{};
      if (!predictor_->quantiles(ready, levels, t)) return;
      a = spec_.target.backward(t[0]);
      b = spec_.target.backward(t[1]);
      break;
    }
  }
  answer.low = std::min(a, b);
  answer.high = std::max(a, b);
}

void Pipeline::predict_all(const Samples& samples, std::span<double> out) const {
  const Samples chosen = samples.select_features(columns_of(spec_.features, samples.names()));
  const std::size_t width = predictor_->outputs();
  std::vector<double> raw(samples.rows() * width);
  predictor_->predict_all(scaled(transformed(spec_.features, chosen), scaling_), raw);
  for (std::size_t i = 0; i < samples.rows(); ++i)
    out[i] = is_class() ? static_cast<double>(most_probable(std::span(raw).subspan(i * width, width)))
                        : spec_.target.backward(raw[i]);
}

std::vector<std::size_t> Pipeline::outside(std::span<const double> row) const {
  std::vector<std::size_t> features;
  for (std::size_t j = 0; j < row.size(); ++j)
    if (!(row[j] >= lowest_[j] && row[j] <= highest_[j])) features.push_back(j);
  return features;
}

void Pipeline::set_range(Range range) {
  const auto text = fmt::format("a range of level {} from {} to {}", range.level, range.low, range.high);
  if (!(range.level > 0 && range.level < 1) || !(range.low <= range.high) || !std::isfinite(range.high - range.low))
    throw InputError(text + " makes no sense");
  if (range.kind == Range::Kind::quantiles) {
    if (!(range.low >= 0 && range.high <= 1)) throw InputError(text + " has no quantiles in it");
    const std::vector<double> middle(spec_.features.size());
    double median = 0;
    if (is_class() || !predictor_->quantiles(middle, std::array{0.5}, {&median, 1}))
      throw InputError(fmt::format("a model of {} has no quantiles", spec_.learner));
  }
  range_ = range;
}

void Pipeline::write(Writer& out) const {
  learn::write(out, scaling_);
  out.arrays(lowest_, highest_);
  out.integer(range_ ? 1 : 0);
  const Range range = range_.value_or(Range{});
  out.integer(static_cast<std::uint64_t>(range.kind));
  out.number(range.level);
  out.number(range.low);
  out.number(range.high);
  predictor_->write(out);
}

Pipeline Pipeline::read(PipelineSpec spec, std::vector<std::string> classes, Reader& in) {
  Pipeline p;
  const std::size_t features = spec.features.size();
  p.scaling_ = read_scaling(in, features);
  p.lowest_ = read_finite_array(in, "a lowest value", features);
  p.highest_ = read_finite_array(in, "a highest value", features);
  const bool has_range = in.integer("whether there is a range", 1) == 1;
  Range range{static_cast<Range::Kind>(in.integer("the kind of range", 2))};
  range.level = in.number();
  range.low = in.number();
  range.high = in.number();
  p.predictor_ = find_learner(spec.learner).read(in);
  if (p.predictor_->features() != features)
    throw InputError(
        fmt::format("the model names {} features and its predictor takes {}", features, p.predictor_->features()));
  if (p.predictor_->outputs() != (classes.empty() ? 1 : classes.size()))
    throw InputError(fmt::format("the model names {} classes and its predictor answers with {} numbers", classes.size(),
                                 p.predictor_->outputs()));
  p.spec_ = std::move(spec);
  p.classes_ = std::move(classes);
  if (has_range) p.set_range(range);
  return p;
}

}  // namespace forewarp::learn
