// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Choosing settings, and what the choice is worth. The error of the best of many settings, on the folds on which it
/// was the best, is too good to be true (Cawley and Talbot 2010): nested cross-validation chooses on inner folds of
/// the training rows and gives the error on rows that the choice has not seen.
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "forewarp/learn/validation/cross_predict.hpp"

namespace forewarp::validate {

/// {"trees": "128|256", "criterion": "mse|mae"} -> the four combinations, the last name running fastest.
[[nodiscard]] std::vector<std::map<std::string, std::string>> expand_grid(
    const std::map<std::string, std::string>& settings);

/// The error by which settings are chosen: the MAPE over the rows of a fold (braun2020, equation 1), for classes the
/// share called wrongly.
[[nodiscard]] double fold_error(std::span<const double> predicted, const learn::Target& target,
                                const std::vector<std::size_t>& rows);

/// Splits of a choice of rows, as positions in that choice.
using Splitter = std::function<Splits(const std::vector<std::size_t>& rows, std::uint64_t seed)>;
[[nodiscard]] Splitter k_fold_splitter(std::size_t folds);
/// groups: one text per row of the table; must outlive the splitter.
[[nodiscard]] Splitter group_splitter(std::span<const std::string> groups, std::size_t folds);
/// braun2020's; seconds: one a row of the table; must outlive the splitter.
[[nodiscard]] Splitter duration_splitter(std::span<const double> seconds, std::size_t folds,
                                         DurationStrata strata = {});

enum class Nesting {
  /// As the authors of braun2020 run it (3.3): every setting is scored on the folds of an iteration, the best one is
  /// then scored on the same folds again, with fresh random numbers. The choice has seen every row.
  shared_folds,
  /// For each outer fold the setting is chosen on inner folds of its training rows alone.
  nested
};

struct SearchOptions {
  std::size_t iterations = 30;
  Nesting nesting = Nesting::nested;
  CrossOptions cross;
};

/// What one fold of one iteration gave.
struct FoldScore {
  std::size_t iteration = 0, fold = 0;
  std::size_t chosen = 0;  ///< index into the settings
  double inner = 0;        ///< mean error over the folds on which it was chosen
  double outer = 0;        ///< its error on the rows of the fold
};

struct SearchResult {
  std::vector<FoldScore> folds;    ///< iterations x folds, in order
  std::vector<double> mean_error;  ///< of each setting, over all folds on which settings were chosen
  std::size_t best = 0;            ///< the setting of the lowest such mean, the first of equals
  [[nodiscard]] std::vector<double> outer_errors() const;
};

/// Throws InputError when there is no setting or no iteration, and what the methods and the splitter throw.
[[nodiscard]] SearchResult search(const learn::Samples& samples, const learn::Target& target,
                                  std::span<const Method> settings, const Splitter& splitter,
                                  const SearchOptions& options = {});

}  // namespace forewarp::validate
