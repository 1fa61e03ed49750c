// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Every row answered by a model that has not seen it. All methods, schemes and folds run in parallel; the answers are
/// the same for any number of threads or processes, as each task writes its own places and seeds come from
/// (seed, scheme, fold) alone.
#include <cstdint>
#include <span>
#include <vector>

#include "forewarp/learn/validation/method.hpp"
#include "forewarp/learn/validation/team.hpp"
#include "forewarp/support/progress.hpp"

namespace forewarp::validate {

struct CrossOptions {
  std::uint64_t seed = 0;
  unsigned threads = 0;
  Progress* progress = nullptr;
  Team* team = nullptr;
};

/// answers[scheme][method][row]; NaN for rows that a scheme never tests. Throws what the methods throw.
using CrossAnswers = std::vector<std::vector<std::vector<double>>>;
[[nodiscard]] CrossAnswers cross_predict(const learn::Samples& samples, const learn::Target& target,
                                         std::span<const Method> methods, std::span<const Splits> schemes,
                                         const CrossOptions& options = {});

/// body(i) for i in [0, count): shared among the team, in parallel within each member. places are what the bodies
/// write, each place by one i only, zero before. Throws the first exception of any member in all of them.
void shared_for(std::size_t count, const std::function<void(std::size_t)>& body, std::span<double> places,
                const CrossOptions& options);

}  // namespace forewarp::validate
