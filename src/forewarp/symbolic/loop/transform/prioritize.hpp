// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// prioritize LOOP, LOOP ...
#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// The first named loop encloses the second, and so on, where a statement has both. Legal where every pair of runs
/// that meet at an element, one of them writing, keeps its order (terms of a sum may change places), and where a
/// private scalar need not hold several values at once. Throws InputError otherwise.
[[nodiscard]] Program prioritize(const Program& program, const std::vector<std::string>& loops);

/// The check by itself: whether `after`, the same statements in other loop orders, keeps the meaning of `before`.
void check_order(const Program& before, const Program& after, const std::string& who);

}  // namespace forewarp::loop
