// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/samples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/support/error.hpp"

namespace forewarp::learn {

Samples::Samples(std::vector<std::string> names, std::size_t rows)
    : names_(std::move(names)), rows_(rows), values_(names_.size() * rows) {}

void Samples::copy_row(std::size_t row, std::span<double> out) const {
  for (std::size_t j = 0; j < features(); ++j) out[j] = at(row, j);
}

Samples Samples::select_rows(std::span<const std::size_t> rows) const {
  Samples chosen(names_, rows.size());
  for (std::size_t j = 0; j < features(); ++j)
    std::transform(rows.begin(), rows.end(), chosen.feature(j).begin(), [&](std::size_t row) { return at(row, j); });
  return chosen;
}

Samples Samples::select_features(std::span<const std::size_t> features) const {
  std::vector<std::string> names;
  for (const std::size_t j : features) names.push_back(names_[j]);
  Samples chosen(std::move(names), rows_);
  for (std::size_t k = 0; k < features.size(); ++k) std::ranges::copy(feature(features[k]), chosen.feature(k).begin());
  return chosen;
}

Target Target::select_rows(std::span<const std::size_t> rows) const {
  Target chosen{{}, classes};
  for (const std::size_t row : rows) chosen.values.push_back(values[row]);
  return chosen;
}

namespace {

void check_classes(const Target& target) {
  if (target.classes.size() < 2) throw InputError("all samples are of one class: there is nothing to separate");
  for (const double v : target.values)
    if (v < 0 || v >= static_cast<double>(target.classes.size()) || v != std::floor(v))
      throw InputError(fmt::format("{} is not the index of one of {} classes", v, target.classes.size()));
}

}  // namespace

void check(const Samples& samples, const Target& target) {
  if (samples.rows() == 0) throw InputError("there are no samples to learn from");
  if (samples.features() == 0) throw InputError("there are no features to learn from");
  if (target.values.size() != samples.rows())
    throw InputError(fmt::format("{} samples have {} target values", samples.rows(), target.values.size()));
  for (std::size_t j = 0; j < samples.features(); ++j)
    for (std::size_t i = 0; i < samples.rows(); ++i)
      if (!std::isfinite(samples.at(i, j)))
        throw InputError(fmt::format("feature '{}' of sample {} is {}: leave the sample or the feature out",
                                     samples.names()[j], i + 1, samples.at(i, j)));
  for (std::size_t i = 0; i < target.values.size(); ++i)
    if (!std::isfinite(target.values[i]))
      throw InputError(fmt::format("the target of sample {} is {}: leave the sample out", i + 1, target.values[i]));
  if (target.is_class()) check_classes(target);
}

}  // namespace forewarp::learn
