// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Whether work-items would get in each other's way.
#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// Throws InputError naming the loop, the statements and the variable of the first race:
///  - two groups meet at an element of global memory that one of them writes (nothing orders groups);
///  - two work-items of a group run one statement at the same time and meet at an element it writes;
///  - of two statements that share the loop, the first to run would read or write what the other, at a later iteration,
///    does (run side by side, all of the first comes before all of the second: a barrier cannot separate them);
///  - a private variable carries a value from one work-item to another.
/// `loops`: those to look at; all parallel ones where empty.
void check_races(const Program& program, const std::set<std::string>& loops);

}  // namespace forewarp::loop
