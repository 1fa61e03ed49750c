// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Operations in the expressions of one statement (stevens2020, section 5).
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "forewarp/symbolic/count/loop/detail/points.hpp"
#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::count::detail {

struct Found {
  std::string kind;
  loop::Type type = loop::Type::unknown;
  std::vector<Guard> guards;
};

/// Operations of a typed statement without reductions; those of subscripts and affine conditions where asked for.
[[nodiscard]] std::vector<Found> operations_of(const loop::Program& program, const loop::Statement& statement,
                                               bool index_arithmetic);

/// The operation that gathers into the statement's target over a loop (acc = acc + ..., v = v*x + y): each run of it
/// needs the one before. Nothing where the statement does not.
[[nodiscard]] std::optional<Found> chained_operation(const loop::Program& program, const loop::Statement& statement);

/// Calls `visit` on every node of the value, conditions and target with the conditions that it is under; a subscript's
/// own indices with `in_index`.
using Visit = std::function<void(const loop::Expression&, const std::vector<Guard>&, bool in_index)>;
void walk_guarded(const loop::Statement& statement, const Visit& visit);

}  // namespace forewarp::count::detail
