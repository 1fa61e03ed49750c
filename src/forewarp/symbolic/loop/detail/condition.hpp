// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What is known or asked at a place of a kernel: sets without a tuple, over names (parameters, open loops, and places
/// in the launch such as "lid(0)"); and their constraints as expressions.
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "forewarp/symbolic/loop/expression.hpp"
#include "forewarp/symbolic/sets/isl.hpp"

namespace forewarp::loop::detail {

/// terms + constant >= 0, or = 0. The atoms are names and floors of other forms.
struct Condition {
  std::vector<std::pair<ExpressionPtr, std::int64_t>> terms;
  std::int64_t constant = 0;
  bool equality = false;

  [[nodiscard]] std::int64_t coefficient(const std::string& name) const;
  /// Whether the name occurs in a floor.
  [[nodiscard]] bool hides(const std::string& name) const;
  [[nodiscard]] bool mentions(const std::string& name) const { return coefficient(name) != 0 || hides(name); }
};

/// The set with its dimensions turned into names; dimension d becomes names[d].
[[nodiscard]] symbolic::Set over_names(const symbolic::Set& points, const std::vector<std::string>& names);
/// True for everything: no constraint.
[[nodiscard]] symbolic::Set anything(const symbolic::Context& context);
/// There are values of `names` with which it holds.
[[nodiscard]] symbolic::Set without(const symbolic::Set& condition, const std::vector<std::string>& names);
/// What remains to be tested where `known` holds.
[[nodiscard]] symbolic::Set simplified(const symbolic::Set& condition, const symbolic::Set& known);
[[nodiscard]] bool is_anything(const symbolic::Set& condition);

/// Either of the lists holds, each a conjunction: the set itself.
[[nodiscard]] std::vector<std::vector<Condition>> disjuncts(const symbolic::Set& condition);
/// A conjunction that all of the set fulfils, of constraints that occur in it.
[[nodiscard]] std::vector<Condition> hull(const symbolic::Set& condition);

/// `condition` and also `more`.
[[nodiscard]] symbolic::Set with(const symbolic::Set& condition, const std::vector<Condition>& more);
/// Whether the whole-number expression is never negative where `known` holds; false where that cannot be proven.
[[nodiscard]] bool is_never_negative(const ExpressionPtr& e, const symbolic::Set& known);

/// The greatest value (the least where `least`) of a set of one dimension, as an expression of its parameters: nothing
/// where there is none, or none with few enough cases. Several cases make max(...) (min(...)).
[[nodiscard]] std::optional<ExpressionPtr> extreme(const symbolic::Set& values, bool least);

}  // namespace forewarp::loop::detail
