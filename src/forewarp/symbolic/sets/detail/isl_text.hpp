// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// isl's notation read with errors that name the place, which isl keeps to itself.
#include <string_view>

#include "forewarp/symbolic/sets/isl.hpp"

namespace forewarp::symbolic::detail {

/// The caller owns the result, never null. Throws ParseError, also for more than 64 brackets within each other and for
/// a number of more than 18 digits; LimitExceeded beyond 64 KiB.
isl_set* read_set(std::string_view text, const Context& context, const SourceLocation& origin);
isl_map* read_map(std::string_view text, const Context& context, const SourceLocation& origin);

}  // namespace forewarp::symbolic::detail
