// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What follows the reading of a loop program's lines: variables that are used without being declared, and checks of
/// names, which need all domains and declarations.
#include <set>
#include <string>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop::detail {

/// Adds a variable. Throws ParseError where the name is taken, by a variable or by one of the loops.
void declare(Program& program, const std::set<std::string>& loops, const std::string& name, const SourceLocation& where,
             Variable variable);

/// Declares what is used and not declared, arrays with the default type and the shape that their uses need.
void declare_used(Program& program, const std::set<std::string>& loops, Type default_type);

/// Throws ParseError for a name, a loop or a statement that the program does not have.
void check_names(const Program& program, const std::set<std::string>& loops);

}  // namespace forewarp::loop::detail
