// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The sigmoid of each pair of classes, on decision values of samples that the decision function was not trained on.
#include "forewarp/learn/svm/libsvm.hpp"

namespace forewarp::learn {

/// One sigmoid a pair (0,1), (0,2), ... of labels, by five folds drawn from (seed, pair). The y of problem are labels.
[[nodiscard]] std::vector<Sigmoid> fit_sigmoids(const SvmProblem& problem, std::span<const std::uint64_t> labels,
                                                const SvmSettings& settings, const FitOptions& options);

}  // namespace forewarp::learn
