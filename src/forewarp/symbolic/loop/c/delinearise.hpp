// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Subscripts such as i*n + j, which no set of isl can hold, as subscripts of several axes.
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/expression.hpp"

namespace forewarp::loop::detail {

/// The extents of the axes behind the first that the subscripts of one array together show: {n*m, m} of
/// i*n*m + j*m + k gives {n, m}. Empty where none of them multiplies by a size. Nothing where their strides do not
/// divide one another, or a subscript is no polynomial. `sizes` are the names of sizes; all others vary.
[[nodiscard]] std::optional<std::vector<ExpressionPtr>> axes_of_strides(const std::vector<ExpressionPtr>& subscripts,
                                                                        const std::set<std::string>& sizes);

/// The subscript by axis; of the first axis too. `extents` is what axes_of_strides gave.
[[nodiscard]] std::vector<ExpressionPtr> by_axis(const ExpressionPtr& subscript,
                                                 const std::vector<ExpressionPtr>& extents,
                                                 const std::set<std::string>& sizes);

}  // namespace forewarp::loop::detail
