// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The greatest value in a set of numbers, as an expression of parameters.
#include <optional>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop::detail {

/// Of a set of one dimension. Nothing where there is none, or where it is another formula for some parameters.
[[nodiscard]] std::optional<ExpressionPtr> greatest(const symbolic::Set& values);

}  // namespace forewarp::loop::detail
