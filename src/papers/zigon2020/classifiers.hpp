// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The three classifiers of zigon2020, section 5, and how they are scored.
#include <span>
#include <string_view>
#include <vector>

#include "forewarp/learn/validation/classes.hpp"
#include "forewarp/learn/validation/method.hpp"
#include "papers/zigon2020/sampling.hpp"

namespace forewarp::papers::zigon2020 {

struct Effort {
  std::size_t every = 1;              ///< every so manieth launch of a class
  std::size_t trees = 500;            ///< of depth 6
  std::size_t epochs = 60;            ///< of the network; the paper gives none
  std::size_t optimiser_epochs = 20;  ///< the same in the comparison of optimisers
  std::size_t thin = 4;               ///< of the rows, every so manieth in the comparisons beside Table 4
};

/// 48-48-24-10, ReLU, softmax. as_printed: features 2 (x - mu) / sd - 1, else (x - mu) / sd, of the training rows.
[[nodiscard]] validate::Method network(std::string_view optimiser, std::size_t epochs, bool as_printed = false);
[[nodiscard]] validate::Method forest(std::size_t trees);
[[nodiscard]] validate::Method naive_bayes();
/// Network, forest, naive Bayes: the order of Table 4.
[[nodiscard]] std::vector<validate::Method> three(const Effort& effort);

/// The paper's split: half of the launches, whatever their size, are held out.
[[nodiscard]] validate::Splits by_launch(std::size_t rows, std::uint64_t seed);

/// Each method over the rows that the scheme tests.
[[nodiscard]] std::vector<validate::ClassSummary> score(const learn::Samples& samples, const learn::Target& target,
                                                        std::span<const validate::Method> methods,
                                                        const validate::Splits& scheme, unsigned threads);

}  // namespace forewarp::papers::zigon2020
