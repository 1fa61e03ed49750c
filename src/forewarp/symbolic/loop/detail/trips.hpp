// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which loops are bounded by trip counts.
#include <set>
#include <string>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop::detail {

/// The trip counts that the domain of the loop names.
[[nodiscard]] std::set<std::string> bounded_by(const Program& program, const std::string& loop);

/// Whether the loop's trip count may differ between iterations of the other loops.
template <class Loops>
bool trips_differ(const Program& program, const std::string& loop, const Loops& others) {
  for (const std::string& count : bounded_by(program, loop))
    for (const Statement& s : program.statements)
      for (const std::string& other : others)
        if (s.target->op == Op::name && s.target->name == count && s.loops.contains(other)) return true;
  return false;
}

}  // namespace forewarp::loop::detail
