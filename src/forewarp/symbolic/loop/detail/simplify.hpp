// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>

#include "forewarp/symbolic/loop/detail/affine_expression.hpp"

namespace forewarp::loop::detail {

/// Sum of atoms with whole factors; what is not linear is an atom. Equal atoms are one term, in the order in which they
/// first occur; names in `values` are replaced first. Factors beyond 2^30
/// make what holds them an atom.
[[nodiscard]] Form form_of(const ExpressionPtr& e, const std::map<std::string, ExpressionPtr>& values = {});

/// Whole-number arithmetic with as little to do as there is: 16*(i + 1) - 16 is 16*i, (16*i + j)//16 is i + j//16,
/// (n - 1)//16 + 1 is (n + 15)//16.
[[nodiscard]] ExpressionPtr simplify(const ExpressionPtr& e, const std::map<std::string, ExpressionPtr>& values = {});

}  // namespace forewarp::loop::detail
