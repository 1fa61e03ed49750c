// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Conditions are parameter sets of isl: loops and sizes are all names. Quantifiers are projections (without), tests are
// emptiness tests, and simplified() is isl's gist, the part of a condition that is not implied by what is known.
//
// Example: i >= 0 and i < 16, known 0 <= i < n and n <= 16: simplified to nothing.
#include "forewarp/symbolic/loop/detail/condition.hpp"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/id.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <algorithm>
#include <memory>

#include "forewarp/symbolic/loop/detail/affine_expression.hpp"
#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::loop::detail {

namespace {

using symbolic::Set;

// The disjuncts of a set.
std::vector<std::shared_ptr<isl_basic_set>> basic_sets(const Set& set) {
  std::vector<std::shared_ptr<isl_basic_set>> all;
  isl_set* known = isl_set_compute_divs(isl_set_coalesce(isl_set_copy(set.get())));
  isl_set_foreach_basic_set(
      known,
      [](isl_basic_set* one, void* user) {
        auto& out = *static_cast<std::vector<std::shared_ptr<isl_basic_set>>*>(user);
        out.emplace_back(one, [](isl_basic_set* s) { isl_basic_set_free(s); });
        return isl_stat_ok;
      },
      &all);
  isl_set_free(known);
  return all;
}

struct Collected {
  const symbolic::Context& context;
  std::vector<Condition> conditions = {};
  bool failed = false;
};

isl_stat collect(isl_constraint* constraint, void* user) {
  auto& out = *static_cast<Collected*>(user);
  Condition c;
  c.equality = isl_constraint_is_equality(constraint) == isl_bool_true;
  isl_aff* aff = isl_constraint_get_aff(constraint);
  isl_constraint_free(constraint);
  const auto form = form_of(aff);
  isl_aff_free(aff);
  if (!form) {
    out.failed = true;
    return isl_stat_error;
  }
  c.terms = form->terms;
  c.constant = form->constant;
  out.conditions.push_back(std::move(c));
  return isl_stat_ok;
}

/// One constraint per line of isl's description: terms + constant >= 0, or == 0 for equalities.
std::vector<Condition> conditions_of(isl_basic_set* set, const symbolic::Context& context) {
  Collected out{context};
  isl_basic_set_foreach_constraint(set, collect, &out);
  if (out.failed) context.fail("constraints");
  return std::move(out.conditions);
}

}  // namespace

std::int64_t Condition::coefficient(const std::string& name) const {
  for (const auto& [atom, factor] : terms)
    if (atom->op == Op::name && atom->name == name) return factor;
  return 0;
}

/// Whether the name occurs inside a floor, so that the condition cannot be solved for it.
bool Condition::hides(const std::string& name) const {
  return std::ranges::any_of(
      terms, [&](const auto& term) { return term.first->op != Op::name && names_in(term.first).contains(name); });
}

/// Equates each dimension with a parameter of the given name and drops the dimensions: { [i] : 0 <=
/// i < n } over {i} becomes the parameter set [n, i] -> { : 0 <= i < n }. With loops and sizes
/// alike, conditions from different statements can be combined without bringing their spaces into
/// line.
Set over_names(const Set& points, const std::vector<std::string>& names) {
  points.context().renew();
  isl_set* set = isl_set_reset_tuple_id(isl_set_copy(points.get()));
  for (std::size_t d = 0; d < names.size(); ++d) {
    int at = isl_set_find_dim_by_name(set, isl_dim_param, names[d].c_str());
    if (at < 0) {
      at = static_cast<int>(isl_set_dim(set, isl_dim_param));
      set = isl_set_add_dims(set, isl_dim_param, 1);
      set = isl_set_set_dim_name(set, isl_dim_param, static_cast<unsigned>(at), names[d].c_str());
    }
    set = isl_set_equate(set, isl_dim_param, at, isl_dim_set, static_cast<int>(d));
  }
  return Set::adopt(isl_set_coalesce(isl_set_params(set)), points.context());
}

Set anything(const symbolic::Context& context) {
  return Set::adopt(isl_set_universe(isl_space_params_alloc(context.get(), 0)), context);
}

Set without(const Set& condition, const std::vector<std::string>& names) {
  condition.context().renew();
  isl_set* set = isl_set_copy(condition.get());
  for (const std::string& name : names) {
    const int at = isl_set_find_dim_by_name(set, isl_dim_param, name.c_str());
    if (at >= 0) set = isl_set_project_out(set, isl_dim_param, static_cast<unsigned>(at), 1);
  }
  return Set::adopt(isl_set_coalesce(isl_set_compute_divs(set)), condition.context());
}

Set simplified(const Set& condition, const Set& known) {
  condition.context().renew();
  isl_set* set = isl_set_intersect(isl_set_copy(condition.get()), isl_set_copy(known.get()));
  set = isl_set_gist(isl_set_coalesce(set), isl_set_copy(known.get()));
  return Set::adopt(isl_set_coalesce(set), condition.context());
}

// A plain test: may be false for a set that is everything in a complicated form, and then costs a
// needless guard.
bool is_anything(const Set& condition) { return isl_set_plain_is_universe(condition.get()) == isl_bool_true; }

std::vector<std::vector<Condition>> disjuncts(const Set& condition) {
  condition.context().renew();
  std::vector<std::vector<Condition>> all;
  for (const auto& one : basic_sets(condition)) all.push_back(conditions_of(one.get(), condition.context()));
  return all;
}

/// Constraints that all disjuncts satisfy (isl's simple hull): a superset of the set, with
/// constraints that occur in some disjunct. Enough for bounds of a loop, since guards inside
/// restore exactness.
std::vector<Condition> hull(const Set& condition) {
  condition.context().renew();
  isl_set* set = isl_set_compute_divs(isl_set_copy(condition.get()));
  isl_basic_set* one = isl_basic_set_remove_redundancies(isl_set_simple_hull(set));
  if (one == nullptr) condition.context().fail("bounds");
  const std::shared_ptr<isl_basic_set> owner(one, [](isl_basic_set* s) { isl_basic_set_free(s); });
  return conditions_of(one, condition.context());
}

Set with(const Set& condition, const std::vector<Condition>& more) {
  condition.context().renew();
  isl_set* set = isl_set_copy(condition.get());
  for (const Condition& c : more) {
    isl_pw_aff* value = to_isl(Form{c.terms, c.constant}, condition.context());
    if (value == nullptr) condition.context().fail("a condition");
    isl_set* holds = c.equality ? isl_pw_aff_zero_set(value) : isl_pw_aff_nonneg_set(value);
    set = isl_set_intersect(set, isl_set_params(holds));
  }
  return Set::adopt(set, condition.context());
}

/// True if the set of parameters with a negative value, within what is known, is empty: 16*g + l -
/// 1 is never negative where g >= 1 and l >= 0. False also means "not known", so a caller may rely
/// on true only.
bool is_never_negative(const ExpressionPtr& e, const Set& known) {
  known.context().renew();
  isl_pw_aff* value = to_isl(e, known.context());
  if (value == nullptr) return false;
  isl_set* negative = isl_set_params(isl_set_complement(isl_pw_aff_nonneg_set(value)));
  negative = isl_set_intersect(negative, isl_set_copy(known.get()));
  const isl_bool empty = isl_set_is_empty(negative);
  isl_set_free(negative);
  return empty == isl_bool_true;
}

std::optional<ExpressionPtr> extreme(const Set& values, bool least) {
  values.context().renew();
  isl_set* copy = isl_set_copy(values.get());
  isl_pw_aff* all = isl_pw_aff_coalesce(least ? isl_set_dim_min(copy, 0) : isl_set_dim_max(copy, 0));
  if (all == nullptr) return std::nullopt;
  const std::shared_ptr<isl_pw_aff> owner(all, [](isl_pw_aff* p) { isl_pw_aff_free(p); });
  return expression_of(all, least);
}

}  // namespace forewarp::loop::detail
