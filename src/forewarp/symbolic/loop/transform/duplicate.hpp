// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// duplicate LOOP in STATEMENTS [as NAME]
#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// The chosen statements get a loop of their own, NAME (LOOP_0 where empty), instead of LOOP, with its range and tag:
/// they then run all of it before, or after, what stays in LOOP. Legal where no run that meets another at an element
/// changes its order with it. Throws InputError otherwise.
[[nodiscard]] Program duplicate_loop(const Program& program, const std::string& loop, const std::string& statements,
                                     const std::string& name = {});

}  // namespace forewarp::loop
