// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Every row answered by a model that has not seen it. All methods, schemes and folds run in parallel; the answers are
/// the same for any number of threads or processes, as each task writes its own places and seeds come from
/// (seed, scheme, fold) alone.
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "forewarp/learn/validation/method.hpp"
#include "forewarp/support/distribute/team.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::validate {

struct CrossOptions {
  std::uint64_t seed = 0;
  unsigned threads = 0;
  Progress* progress = nullptr;
  distribute::Team* team = nullptr;  ///< processes that share the work; null: this one alone
};

/// answers[scheme][method][row]; NaN for rows that a scheme never tests. Throws what the methods throw.
using CrossAnswers = std::vector<std::vector<std::vector<double>>>;
[[nodiscard]] CrossAnswers cross_predict(const learn::Samples& samples, const learn::Target& target,
                                         std::span<const Method> methods, std::span<const Splits> schemes,
                                         const CrossOptions& options = {});

/// keep(i, make(i)) for i in [0, count): shared among the team, in parallel within each process. places are what keep
/// writes, each place for one i only; afterwards every process has all of them. Throws what make throws.
void shared_for(std::size_t count, const std::function<std::vector<double>(std::size_t)>& make,
                const std::function<void(std::size_t, std::span<const double>)>& keep, std::span<double> places,
                const CrossOptions& options);

}  // namespace forewarp::validate
