// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// min ||y - X b||^2 with b >= 0: the active-set method of Lawson and Hanson ("Solving Least Squares Problems", 1974,
/// chapter 23). A coefficient that would turn negative stays at exactly 0.
#include "forewarp/learn/linear/least_squares.hpp"

namespace forewarp::learn {

/// One coefficient a column.
[[nodiscard]] std::vector<double> nonnegative_least_squares(MatrixView x, std::span<const double> y);

}  // namespace forewarp::learn
