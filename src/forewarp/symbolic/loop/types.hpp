// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Types of expressions and of variables that were given none.
///
/// Numbers meet as in C, with f16 between i64 and f32; a literal such as 2.0 takes the type of what it meets, f32 where
/// it meets none. Loops and parameters are i32, comparisons bool. abs, min, max and fma keep their arguments' type,
/// other functions make whole numbers f32.
#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// The program with Expression::type filled and with types for all its variables: a scalar's is what all that it is set
/// to meet in. Throws ParseError for a function that is not known, a wrong number of arguments, or a scalar whose type
/// nothing tells (it is only set to itself).
[[nodiscard]] Program infer_types(const Program& program);

/// Number of arguments of a known function (0: not known), "sin": 1, "pow": 2, "fma": 3.
[[nodiscard]] std::size_t arguments_of(std::string_view function);

}  // namespace forewarp::loop
