// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Expressions as isl reads them: subscripts and conditions that are quasi-affine in loops and parameters.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// The value of an expression of integer literals and fixed parameters alone; nothing where it has other names, divides
/// by zero or passes 64 bits.
[[nodiscard]] std::optional<std::int64_t> constant_value(const Program& program, const ExpressionPtr& e);

/// `e` in isl's notation, fixed parameters put in. Throws ParseError at the place ("the subscript 'i*j' is not affine
/// ...", `what` names the expression) where it is not quasi-affine over loops and parameters.
[[nodiscard]] std::string affine_text(const Program& program, const ExpressionPtr& e, const std::string& what);
[[nodiscard]] bool is_affine(const Program& program, const ExpressionPtr& e);

/// { [loops] -> [expressions] }, for all values of the loops. Throws as affine_text does.
[[nodiscard]] symbolic::Map affine_map(const Program& program, const std::vector<std::string>& loops,
                                       const std::vector<ExpressionPtr>& expressions, const std::string& what);

/// As affine_map, but an expression that is not affine (it depends on data) may be anything.
[[nodiscard]] symbolic::Map open_map(const Program& program, const std::vector<std::string>& loops,
                                     const std::vector<ExpressionPtr>& expressions);

/// { [loops] : condition }; nothing where the condition is of data.
[[nodiscard]] std::optional<symbolic::Set> condition_set(const Program& program, const std::vector<std::string>& loops,
                                                         const ExpressionPtr& condition);

/// Throws ParseError at `where`, or InputError naming the program where the place is unknown.
[[noreturn]] void fail_at(const Program& program, const SourceLocation& where, const std::string& message);

}  // namespace forewarp::loop
