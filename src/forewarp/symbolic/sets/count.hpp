// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The number of integer points of a parametric set, as a formula in its parameters (stevens2020, section 5).
///
/// The set is cut into disjoint polyhedra, existentials into floors, and one variable after another is summed over: for
/// ceil(l/a) <= x <= floor(u/b) the sum of a polynomial is S(floor(u/b)) - S(ceil(l/a) - 1), S by Faulhaber, on the
/// pieces where l is the greatest lower and u the least upper bound. Where l/a <= u/b the formula gives 0 for an empty
/// range, so the pieces need no floors of their own. A floor with x inside is taken apart by the residues of x.
#include "forewarp/symbolic/sets/isl.hpp"
#include "forewarp/symbolic/sets/pw_qpolynomial.hpp"

namespace forewarp::symbolic {

struct CountOptions {
  /// Steps of summation and pieces of the result.
  std::size_t max_steps = 20000;
  /// Terms of the polynomials that are summed over, all steps together: a step takes as long as its polynomial has
  /// terms.
  std::size_t max_terms = 1'000'000;
  /// Residues that one floor may be taken apart into.
  std::int64_t max_residues = 256;
  /// Where a bound is passed: a bound from above (the sizes of boxes around the parts) instead of LimitExceeded.
  bool upper_bound_beyond = false;
};

struct Count {
  PwQPolynomial value;
  /// False: value is a bound from above.
  bool exact = true;
};

/// Throws Unbounded; LimitExceeded unless a bound from above was requested and could be had.
[[nodiscard]] Count count(const Set& set, const CountOptions& options = {});

}  // namespace forewarp::symbolic
