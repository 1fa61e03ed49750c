// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Is a sample like those that were learnt from? Trees repeat the edge of what they saw, linear models run on for ever:
/// both are wrong outside, and the user should know.
#include <cstddef>
#include <span>
#include <vector>

#include "forewarp/learn/samples.hpp"

namespace forewarp::validate {

/// The box that the training samples fill.
struct Domain {
  std::vector<double> low, high;  ///< one a feature
};

[[nodiscard]] Domain domain_of(const learn::Samples& samples);
/// The features of row that lie outside, in order. row has as many numbers as the domain has features.
[[nodiscard]] std::vector<std::size_t> outside(const Domain& domain, std::span<const double> row);

}  // namespace forewarp::validate
