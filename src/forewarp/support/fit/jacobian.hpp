// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How residuals answer to the parameters at a point, and what that says of how well the parameters are known.
#include <span>
#include <vector>

#include "forewarp/support/fit/least_squares.hpp"

namespace forewarp::fit {

/// dr_i/dx_j, column j = parameters[j] after column j - 1, by central differences that stay within the bounds.
[[nodiscard]] std::vector<double> jacobian(std::span<const Parameter> parameters, const Residuals& residuals,
                                           std::span<const double> at, std::size_t count);

/// sqrt(S / (m - n) [(J^T J)^-1]_jj) of the columns chosen; NaN for the rest, and for all of them where m <= n or
/// the columns are not independent.
[[nodiscard]] std::vector<double> standard_errors(std::span<const double> jacobian, std::size_t count,
                                                  const std::vector<bool>& chosen, double sum_of_squares);

}  // namespace forewarp::fit
