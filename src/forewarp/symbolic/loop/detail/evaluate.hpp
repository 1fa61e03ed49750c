// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The value of an expression where names and elements are known.
#include <functional>
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/expression.hpp"

namespace forewarp::loop::detail {

struct Surroundings {
  std::function<double(const std::string& name)> value_of;
  std::function<double(const Expression& subscript)> element_of;
};

/// Types decide how integers divide: the expression must have them (types.hpp). Throws InputError for a function that
/// it does not know and for a reduction (realise it first).
[[nodiscard]] double evaluate(const ExpressionPtr& e, const Surroundings& around);

}  // namespace forewarp::loop::detail
