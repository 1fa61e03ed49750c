// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What statements read and write, as relations between loops and elements.
#include <optional>
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::loop {

/// One use of a variable by a statement.
struct Access {
  std::string statement;  ///< its id
  std::string variable;
  std::string tag;  ///< memory access tag, "" without
  bool write = false;
  std::vector<ExpressionPtr> subscripts;  ///< none for a scalar
  std::vector<std::string> loops;         ///< the statement's, sorted, then those of the reductions around the access
  SourceLocation where;
  bool atomic = false;  ///< of an atomic addition's target: it is read and written, and its order does not matter
};

/// The reads of the value, of subscripts and of conditions from left to right, then the write of the target (of an
/// atomic addition its read, then its write).
[[nodiscard]] std::vector<Access> accesses_of(const Program& program, const Statement& statement);

/// All accesses of a program, statement by statement.
[[nodiscard]] std::vector<Access> accesses_of(const Program& program);

/// The statement's loops, sorted, then `more`.
[[nodiscard]] std::vector<std::string> loops_around(const Statement& statement, const std::vector<std::string>& more);

/// The points of `loops` at which the statement runs: its domain, and those of its conditions that are affine.
[[nodiscard]] symbolic::Set points_of(const Program& program, const Statement& statement,
                                      const std::vector<std::string>& loops);

/// { [loops] -> [elements] } at the points where the access happens; a subscript that depends on data may be anything.
[[nodiscard]] symbolic::Map elements_of(const Program& program, const Access& access);

}  // namespace forewarp::loop
