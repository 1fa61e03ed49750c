// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/sets/detail/polyhedron.hpp"

// The border to isl: constraints as matrices in both directions. Coefficients beyond 60 bits are refused, so that sums
// of two fit into 64 bits.
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/mat.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

#include <algorithm>
#include <memory>

#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::symbolic::detail {
namespace {

using Basic = std::unique_ptr<isl_basic_set, decltype(&isl_basic_set_free)>;

Basic owned(isl_basic_set* set, const Context& context) {
  if (set == nullptr) context.fail("a polyhedron");
  return {set, isl_basic_set_free};
}

std::int64_t small(isl_val* value, const Context& context) {
  if (value == nullptr) context.fail("a coefficient");
  const std::unique_ptr<isl_val, decltype(&isl_val_free)> owner(value, isl_val_free);
  const std::unique_ptr<isl_val, decltype(&isl_val_free)> size(isl_val_abs(isl_val_copy(value)), isl_val_free);
  if (isl_val_cmp_si(size.get(), std::int64_t{1} << 60) > 0)
    throw LimitExceeded("a coefficient in the set does not fit 60 bits");
  return isl_val_get_num_si(value);
}

isl_mat* matrix(const Polyhedron& p, bool equalities, std::size_t variables, const Context& context) {
  const auto rows = std::count_if(p.begin(), p.end(), [&](const Constraint& c) { return c.equality == equalities; });
  isl_mat* m = isl_mat_alloc(context.get(), static_cast<unsigned>(rows), static_cast<unsigned>(variables) + 1);
  int row = 0;
  const auto set = [&](std::size_t column, std::int64_t value) {
    m = isl_mat_set_element_val(m, row, static_cast<int>(column), isl_val_int_from_si(context.get(), value));
  };
  for (const Constraint& c : p) {
    if (c.equality != equalities) continue;
    for (std::size_t v = 0; v < variables; ++v) set(v, c.form.coefficient(static_cast<Symbol>(v)));
    set(variables, c.form.constant);
    ++row;
  }
  return m;
}

Basic to_isl(const Polyhedron& p, std::size_t variables, const Context& context) {
  isl_space* space = isl_space_set_alloc(context.get(), 0, static_cast<unsigned>(variables));
  return owned(isl_basic_set_from_constraint_matrices(space, matrix(p, true, variables, context),
                                                      matrix(p, false, variables, context), isl_dim_set, isl_dim_param,
                                                      isl_dim_div, isl_dim_cst),
               context);
}

void append(Polyhedron& out, isl_mat* m, bool equalities, const Context& context) {
  if (m == nullptr) context.fail("constraints");
  const std::unique_ptr<isl_mat, decltype(&isl_mat_free)> owner(m, isl_mat_free);
  const int columns = isl_mat_cols(m);
  for (int row = 0; row < isl_mat_rows(m); ++row) {
    Constraint c{{}, equalities};
    for (int column = 0; column < columns; ++column) {
      const std::int64_t value = small(isl_mat_get_element_val(m, row, column), context);
      if (column == columns - 1)
        c.form.constant = value;
      else if (value != 0)
        c.form.terms.emplace_back(static_cast<Symbol>(column), value);
    }
    out.push_back(std::move(c));
  }
}

/// Parameters first, then the tuple, then what is left of existentials.
Polyhedron from_isl(isl_basic_set* set, const Context& context) {
  Polyhedron result;
  append(result, isl_basic_set_equalities_matrix(set, isl_dim_param, isl_dim_set, isl_dim_div, isl_dim_cst), true,
         context);
  append(result, isl_basic_set_inequalities_matrix(set, isl_dim_param, isl_dim_set, isl_dim_div, isl_dim_cst), false,
         context);
  return result;
}

/// The basic sets of a set. lift: existentials become variables; otherwise they are dropped, which can only enlarge.
std::vector<Part> parts_of(isl_set* given, const Context& context, bool lift) {
  const Set set = Set::adopt(given, context);
  struct Collected {
    std::vector<isl_basic_set*> sets;
  } collected;
  isl_set_foreach_basic_set(
      set.get(),
      [](isl_basic_set* one, void* user) {
        static_cast<Collected*>(user)->sets.push_back(one);
        return isl_stat_ok;
      },
      &collected);
  std::vector<Basic> owners;
  for (isl_basic_set* one : collected.sets) owners.emplace_back(one, isl_basic_set_free);
  std::vector<Part> parts;
  for (Basic& one : owners) {
    if (lift)
      one = owned(isl_basic_set_lift(one.release()), context);
    else
      one = owned(isl_basic_set_remove_divs(one.release()), context);
    parts.push_back({from_isl(one.get(), context),
                     static_cast<std::size_t>(isl_basic_set_dim(one.get(), isl_dim_param)),
                     static_cast<std::size_t>(isl_basic_set_dim(one.get(), isl_dim_set))});
  }
  return parts;
}

std::optional<Polyhedron> without_redundancy(Basic set, const Context& context) {
  set = owned(isl_basic_set_remove_redundancies(set.release()), context);
  if (isl_basic_set_plain_is_empty(set.get()) == isl_bool_true) return std::nullopt;
  return from_isl(set.get(), context);
}

}  // namespace

std::vector<Part> disjoint_parts(const Set& set) {
  isl_set* copy = isl_set_coalesce(isl_set_compute_divs(isl_set_copy(set.get())));
  return parts_of(isl_set_compute_divs(isl_set_make_disjoint(copy)), set.context(), true);
}

std::vector<Part> covering_parts(const Set& set) { return parts_of(isl_set_copy(set.get()), set.context(), false); }

std::optional<Polyhedron> reduced(const Polyhedron& p, std::size_t variables, const Context& context) {
  return without_redundancy(to_isl(p, variables, context), context);
}

/// Fourier-Motzkin elimination (isl_basic_set_eliminate) of all variables but one.
std::optional<Polyhedron> shadow(const Polyhedron& p, std::size_t variables, Symbol first_dropped, Symbol kept,
                                 const Context& context) {
  Basic set = to_isl(p, variables, context);
  for (Symbol s = first_dropped; s < variables; ++s)
    if (s != kept) set = owned(isl_basic_set_eliminate(set.release(), isl_dim_set, s, 1), context);
  return without_redundancy(std::move(set), context);
}

}  // namespace forewarp::symbolic::detail
