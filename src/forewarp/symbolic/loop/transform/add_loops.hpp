// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// add_loops STATEMENTS [LOOPS]; remove_guards
#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// The chosen statements run in each iteration of `loops` too. Legal where running again changes nothing: the statement
/// does not read what it writes, no other statement writes that, and what it reads is not written in those loops; the
/// loops run at least once; and no two work-items write one element of global memory. Throws InputError otherwise.
[[nodiscard]] Program add_loops(const Program& program, const std::string& statements,
                                const std::vector<std::string>& loops);

/// Conditions that the domain and the assumptions make true go away. Always legal.
[[nodiscard]] Program remove_guards(const Program& program);

}  // namespace forewarp::loop
