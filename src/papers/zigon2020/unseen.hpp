// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Kernels that no classifier has seen (zigon2020, section 6.1): ten launches of each of two 9-point stencils, and of a
/// sparse matrix-vector product with 5 % of the values zero (as the paper has it) and with 5 % of them not.
#include <string>
#include <vector>

#include "papers/zigon2020/classifiers.hpp"

namespace forewarp::papers::zigon2020 {

/// How often a method called each class.
struct Histogram {
  std::string kernel, method;
  std::vector<std::size_t> counts;  ///< one a class
  [[nodiscard]] std::size_t of(const std::vector<std::string>& classes, const std::string& id) const;
};

/// Each method learns from all of the samples and answers for the unseen launches on a TITAN V, kernel by kernel.
[[nodiscard]] std::vector<Histogram> histograms(const Sampled& known, const std::vector<validate::Method>& methods,
                                                unsigned threads);

}  // namespace forewarp::papers::zigon2020
