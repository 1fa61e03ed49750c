// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Which runs of statements meet at the same element, from isl's relations (stevens2020, section 1.1: what may be
/// transformed is what keeps these in order).
///
/// The order that a program means: at points that agree on all common loops, the statement written first (or named in
/// `after`) runs first; at points that differ, the one that is earlier on the common loops taken outermost first
/// (nest_order). A private scalar that a statement sets anew at each point of its loops is one for each such point.
#include <optional>
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/access.hpp"

namespace forewarp::loop {

/// `loops` outermost first: as the priorities say, else as the domains name them.
[[nodiscard]] std::vector<std::string> nest_order(const Program& program, const std::vector<std::string>& loops);

/// Loops that both have, outermost first. (The reductions' around the accesses count.)
[[nodiscard]] std::vector<std::string> common_loops(const Program& program, const Access& a, const Access& b);

/// { [a.loops] -> [b.loops] }: the pairs of points at which both touch the same element; empty where they are of
/// different variables, both read, or both are of atomic additions. No regard to order or to storage that work-items
/// have on their own.
[[nodiscard]] symbolic::Map conflicts(const Program& program, const Access& a, const Access& b);

/// How the value of one loop at the first point stands to the other's at the second.
struct LoopRelation {
  std::string first;   ///< a loop of a.loops
  std::string second;  ///< a loop of b.loops
  enum class Kind : std::uint8_t { equal, different, earlier, later } kind = Kind::equal;
};
/// Whether a pair of `pairs` ({ [a.loops] -> [b.loops] }) fulfils all `relations`.
[[nodiscard]] bool any_pair(const Program& program, const symbolic::Map& pairs, const Access& a, const Access& b,
                            const std::vector<LoopRelation>& relations);

/// Whether `a` comes before `b` at equal points: by `after`, followed through, else as written. Of one statement false.
[[nodiscard]] bool runs_before(const Program& program, const std::string& a, const std::string& b);

/// Common loops that run in sequence, outermost first: those that a group or work-item runs by itself.
[[nodiscard]] std::vector<std::string> sequential_loops(const Program& program, const Access& a, const Access& b);

/// Whether some pair of runs that meet at an element, one of them writing, would change places if the loops that both
/// statements share were `after` instead of `before` (each outermost first). At equal points `a` is the first.
[[nodiscard]] bool order_changes(const Program& program, const Access& a, const Access& b,
                                 const std::vector<std::string>& before, const std::vector<std::string>& after);

/// For a private or local variable: the loops of the statement that sets it anew, without reading it, before every
/// other use at the same point, and which all its uses share (those aside that its subscripts run over); nothing where
/// there is none.
[[nodiscard]] std::optional<std::set<std::string>> fresh_loops(const Program& program, const std::string& variable);

}  // namespace forewarp::loop
