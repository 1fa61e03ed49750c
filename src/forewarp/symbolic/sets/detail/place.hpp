// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "forewarp/symbolic/sets/isl.hpp"
#include "forewarp/symbolic/sets/symbols.hpp"

namespace forewarp::symbolic::detail {

/// Where all constraints hold, as a set of parameters P0, P1, ... without dimensions: the variables by number.
[[nodiscard]] Set place(const Symbols& symbols, const std::vector<Constraint>& constraints, const Context& context);

}  // namespace forewarp::symbolic::detail
