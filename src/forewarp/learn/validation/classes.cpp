// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/learn/validation/classes.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::validate {
namespace {

std::size_t index_of(double value, std::size_t classes) {
  if (!(value >= 0 && value < static_cast<double>(classes)))
    throw InputError(fmt::format("{} is not the index of one of {} classes", value, classes));
  return static_cast<std::size_t>(value);
}

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

ClassScore score_of(const Confusion& confusion, std::size_t k) {
  ClassScore score{.name = confusion.classes[k]};
  std::size_t called = 0;
  for (std::size_t other = 0; other < confusion.classes.size(); ++other) {
    score.count += confusion.at(k, other);
    called += confusion.at(other, k);
  }
  score.precision = share(confusion.at(k, k), called);
  score.recall = share(confusion.at(k, k), score.count);
  const double sum = score.precision + score.recall;
  score.f1 = sum > 0 ? 2 * score.precision * score.recall / sum : 0;
  return score;
}

/// Over the classes that were called or are true; others say nothing.
void take_macro(ClassSummary& summary) {
  double seen = 0;
  for (const ClassScore& score : summary.per_class) {
    if (score.count == 0 && score.precision == 0) continue;
    ++seen;
    summary.precision += score.precision;
    summary.recall += score.recall;
    summary.f1 += score.f1;
  }
  summary.precision /= seen;
  summary.recall /= seen;
  summary.f1 /= seen;
}

}  // namespace

ClassSummary summarise_classes(std::span<const double> called, std::span<const double> truth,
                               const std::vector<std::string>& classes) {
  if (truth.empty()) throw InputError("there is no sample whose class is known");
  if (called.size() != truth.size())
    throw InputError(fmt::format("{} predictions for {} classes measured", called.size(), truth.size()));
  ClassSummary summary;
  summary.confusion = {classes, std::vector<std::size_t>(classes.size() * classes.size())};
  std::size_t right = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const std::size_t t = index_of(truth[i], classes.size()), p = index_of(called[i], classes.size());
    ++summary.confusion.counts[t * classes.size() + p];
    right += t == p;
  }
  for (std::size_t k = 0; k < classes.size(); ++k) summary.per_class.push_back(score_of(summary.confusion, k));
  summary.accuracy = share(right, truth.size());
  take_macro(summary);
  return summary;
}

}  // namespace forewarp::validate
