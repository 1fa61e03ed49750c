// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The whole answer to "how far can I trust it": random folds and grouped folds side by side, each learner beside the
/// baselines, the coverage of its ranges, and how much worse it is outside what it has seen.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "forewarp/learn/validation/classes.hpp"
#include "forewarp/learn/validation/conformal.hpp"
#include "forewarp/learn/validation/metrics.hpp"

namespace forewarp::validate {

struct Scheme {
  std::string name;  ///< "random folds", "by kernel, each left out"
  Splits splits;
  std::vector<std::string> groups;  ///< one a row; empty for random schemes
};

struct MethodResult {
  std::string name;
  bool baseline = false;
  std::vector<double> predicted;        ///< one a row; NaN where the scheme never tests it
  std::optional<ErrorSummary> errors;   ///< of regression
  std::optional<ClassSummary> classes;  ///< of classification
  std::optional<Coverage> coverage;     ///< where a level was requested; never for baselines or classes
};

/// Rows with a feature outside the box of their training rows, and the median error there and elsewhere.
struct OutsideResult {
  std::vector<char> rows;  ///< 1 where outside
  std::size_t count = 0;
};

struct SchemeResult {
  std::string name;
  std::size_t folds = 0, tested = 0;
  std::vector<MethodResult> methods;
  OutsideResult outside;
  Splits splits;  ///< where each row was tested
};

struct Evaluation {
  std::size_t rows = 0, features = 0;
  std::vector<SchemeResult> schemes;
};

struct EvaluateOptions {
  CrossOptions cross;
  std::optional<double> coverage = 0.9;  ///< level of the ranges whose coverage is measured
};

/// The median of |p - m| / |m| over the rows marked (or not); NaN where there is none.
[[nodiscard]] double median_error_where(const MethodResult& method, const learn::Target& target,
                                        const OutsideResult& outside, bool marked);

/// Throws InputError as learn::check, for a target that is zero, and what methods throw.
[[nodiscard]] Evaluation evaluate(const learn::Samples& samples, const learn::Target& target,
                                  std::span<const Scheme> schemes, std::span<const Method> methods,
                                  const EvaluateOptions& options = {});

}  // namespace forewarp::validate
