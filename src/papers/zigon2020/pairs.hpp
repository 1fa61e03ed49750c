// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Advice checked by doing it: kernels/pairs.toml has launches before and after one strategy was applied. For each, the
/// place of that strategy among those advised, and what the advice says it is worth against what the bounds model gives
/// the improved launch.
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/model/advise/advise.hpp"
#include "forewarp/model/advise/classes.hpp"
#include "papers/reproduction.hpp"

namespace forewarp::papers::zigon2020 {

struct AdvicePair {
  std::string strategy;
  advise::LaunchLine before, after;
  std::string device = "V100";
  bool tuned = false;  ///< conditions and remedies were written with this pair in view
};

/// Throws ParseError with file, line and column.
[[nodiscard]] std::vector<AdvicePair> parse_pairs(std::string_view text, const std::string& file);

struct PairResult {
  std::size_t place = 0;  ///< of the strategy among those advised, from 1; 0: it was not advised
  double estimated = 0;   ///< gain by the advice; 0 where it was not advised
  double reached = 0;     ///< time before over time after, both by the bounds model
  std::string first;      ///< what is advised first; empty where nothing is
  /// Within a factor of 1.5 of each other.
  [[nodiscard]] bool agrees() const;
};
/// What the advice on the launch before says of strategies of which any is the one that was applied: the first of them
/// that is advised counts. after_s is the bounds model's time of the improved launch.
[[nodiscard]] PairResult result_of(const advise::Advice& before, double after_s,
                                   std::span<const std::string> strategies);
/// Whether two gains are within a factor of 1.5 of each other; false where the first is 0, not estimated.
[[nodiscard]] bool are_close(double a, double b);
/// Throws InputError for a kernel, parameter or device that is not there.
[[nodiscard]] PairResult check(const AdvicePair& pair);

/// All pairs, those that strategies were tuned on and the others apart.
[[nodiscard]] Reproduction pairs(const Options& options);

}  // namespace forewarp::papers::zigon2020
