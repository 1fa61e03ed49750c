// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The loops of a C function as integer sets, and the statements in them.
#include <optional>
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/expression.hpp"
#include "forewarp/symbolic/sets/isl.hpp"

namespace forewarp::loop::detail {

struct CLoop {
  std::string name;
  ExpressionPtr first;                    ///< the value of the loop in its first iteration
  std::vector<ExpressionPtr> conditions;  ///< under which an iteration runs; affine
  std::vector<std::size_t> around;        ///< the loops around it, outermost first
  bool may_be_empty = false;  ///< a statement beside it runs also where it has no iteration: relaxed(), with guards
  SourceLocation where;
};

struct CStatement {
  ExpressionPtr target, value;
  std::vector<ExpressionPtr> conditions;
  std::vector<std::size_t> loops;  ///< around it, outermost first
  bool is_trip_count = false;
  SourceLocation where;
};

struct CNest {
  std::vector<std::string> sizes;
  std::vector<CLoop> loops;
  std::vector<CStatement> statements;
};

/// In isl's notation; nothing for what is not quasi-affine over names.
[[nodiscard]] std::optional<std::string> isl_text(const ExpressionPtr& e);

/// Whether the condition holds in every iteration of the loops in which `given` holds, sizes being 0 or more.
[[nodiscard]] bool always(const CNest& nest, const std::vector<std::size_t>& loops,
                          const std::vector<ExpressionPtr>& given, const ExpressionPtr& condition);

/// Loops that depend on one another, which make one domain, in the order of the first of each.
[[nodiscard]] std::vector<std::vector<std::size_t>> domains_of(const CNest& nest);

/// Marks loops whose emptiness would take iterations from statements beside them. Returns those that were marked.
std::vector<std::size_t> mark_empty(CNest& nest, const std::vector<std::size_t>& domain);

/// "[n] -> { [i,k] : ... }" of a domain.
[[nodiscard]] std::string domain_text(const CNest& nest, const std::vector<std::size_t>& domain);

}  // namespace forewarp::loop::detail
