// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/sets/count.hpp"

// Exact counting first; where that passes its limits and an upper bound is allowed, the sum of the bounding boxes of
// the parts. Example: the triangle 0 <= i <= j < n has the exact count 1/2 n^2 + 1/2 n and the box n^2.
#include <isl/set.h>

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/symbolic/sets/detail/summation.hpp"
#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::symbolic {
namespace {

// Disjoint pieces only make the result easier to read: at most about a tenth of a second, and not for long results.
constexpr std::uint64_t operations_to_cut = 200'000;
constexpr std::size_t max_pieces_to_cut = 100;

/// Refuses sets that are infinite for some values of the parameters.
void check_bounded(const Set& set) {
  for (unsigned i = 0; i < set.dimensions(); ++i) {
    const isl_bool bounded = isl_set_dim_is_bounded(set.get(), isl_dim_set, i);
    if (bounded == isl_bool_error) set.context().fail("whether a set is bounded");
    if (bounded == isl_bool_true) continue;
    const char* name = isl_set_get_dim_name(set.get(), isl_dim_set, i);
    throw Unbounded(fmt::format("the set is unbounded: dimension {}{} can grow without end for some parameters", i + 1,
                                name == nullptr ? std::string() : fmt::format(" ({})", name)));
  }
}

/// Sums over disjoint parts, so that no point counts twice.
PwQPolynomial exact(const Set& set, const CountOptions& options) {
  const std::vector<detail::Part> parts = detail::disjoint_parts(set);
  std::size_t variables = 0;
  for (const detail::Part& part : parts) variables = std::max(variables, part.variables);
  detail::Summation summation(set.parameters(), variables, set.context(), options);
  for (const detail::Part& part : parts) summation.add(part.constraints, part.variables);
  PwQPolynomial sum = std::move(summation).result();
  if (sum.pieces().size() > max_pieces_to_cut) return sum;
  try {
    return sum.disjoint(operations_to_cut);
  } catch (const LimitExceeded&) {
    return sum;  // the same value, with pieces that overlap
  }
}

/// The product of the lengths of the part's projections: an upper bound of its number of points.
PwQPolynomial box(const detail::Part& part, const Set& set) {
  PwQPolynomial product = PwQPolynomial::constant(1);
  const std::size_t all = part.parameters + part.variables;
  for (std::size_t i = 0; i < part.variables; ++i) {
    const auto kept = static_cast<Symbol>(part.parameters + i);
    auto along = detail::shadow(part.constraints, all, static_cast<Symbol>(part.parameters), kept, set.context());
    if (!along) return PwQPolynomial();
    for (Constraint& c : *along) {
      const std::int64_t a = c.form.coefficient(kept);
      if (a != 0) c.form = combine(1, c.form.without(kept), a, Affine::symbol(static_cast<Symbol>(part.parameters)));
    }
    detail::Summation summation(set.parameters(), 1, set.context(), {});
    summation.add(*along, 1);
    product = product * std::move(summation).result();
  }
  return product;
}

}  // namespace

Count count(const Set& set, const CountOptions& options) {
  set.context().renew();
  check_bounded(set);
  try {
    return {exact(set, options), true};
  } catch (const LimitExceeded&) {
    if (!options.upper_bound_beyond) throw;
  }
  set.context().renew();
  PwQPolynomial sum;
  for (const detail::Part& part : detail::covering_parts(set)) sum = sum + box(part, set);
  return {sum.merged(), false};
}

}  // namespace forewarp::symbolic
