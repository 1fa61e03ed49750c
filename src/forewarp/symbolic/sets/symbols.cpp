// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Floors are interned in a canonical form, so that equal values are equal symbols (where the rules below find it).
// Example: floor((5 n + 7) / 4) = n + 1 + floor((n + 3) / 4).
#include "forewarp/symbolic/sets/symbols.hpp"

#include <algorithm>

namespace forewarp::symbolic {
namespace {

struct Split {
  Affine whole;
  Affine rest;
};

/// numerator = denominator * whole + rest with the coefficients of rest in [0, denominator).
Split split(const Affine& numerator, std::int64_t denominator) {
  Split parts;
  const auto quotient = [&](std::int64_t value) { return narrow(floor_divide(value, denominator)); };
  for (const auto& [symbol, coefficient] : numerator.terms) {
    const std::int64_t q = quotient(coefficient), r = coefficient - q * denominator;
    if (q != 0) parts.whole.terms.emplace_back(symbol, q);
    if (r != 0) parts.rest.terms.emplace_back(symbol, r);
  }
  parts.whole.constant = quotient(numerator.constant);
  parts.rest.constant = numerator.constant - parts.whole.constant * denominator;
  return parts;
}

/// Divides the rest and the denominator by what the coefficients and the denominator have in common.
void reduce(Affine& rest, std::int64_t& denominator) {
  Integer common = denominator;
  for (const auto& term : rest.terms) common = gcd(common, term.second);
  for (auto& term : rest.terms) term.second /= static_cast<std::int64_t>(common);
  rest.constant = static_cast<std::int64_t>(floor_divide(rest.constant, common));
  denominator /= static_cast<std::int64_t>(common);
}

}  // namespace

/// Whole multiples out, common factor away, and, if the first coefficient is more than half the denominator, the
/// mirrored floor. Example: floor((n + 1) / 2) = n - floor(n / 2).
Affine Symbols::floor(const Affine& numerator, std::int64_t denominator) {
  auto [whole, rest] = split(numerator, denominator);
  reduce(rest, denominator);
  if (rest.is_constant()) return whole;
  const std::int64_t first = rest.terms.front().second;
  if (first < denominator - first ||
      (first == denominator - first && rest.constant < denominator / 2 && denominator > 2) ||
      (denominator == 2 && rest.constant == 0))
    return combine(1, whole, 1, intern({rest, denominator}));
  // floor(a/m) = -ceil(-a/m) = -floor((-a + m - 1)/m)
  auto mirrored = split(combine(-1, rest, 1, Affine::of(denominator - 1)), denominator);
  const Affine outside = combine(1, whole, -1, mirrored.whole);
  return combine(1, outside, -1, intern({mirrored.rest, denominator}));
}

Affine Symbols::intern(Floor floor) {
  const auto [at, is_new] = known_.try_emplace(floor, static_cast<Symbol>(size()));
  if (is_new) floors_.push_back(std::move(floor));
  return Affine::symbol(at->second);
}

bool Symbols::depends(Symbol s, Symbol of) const {
  if (s == of) return true;
  if (is_variable(s)) return false;
  const auto& terms = floor_of(s).numerator.terms;
  return std::any_of(terms.begin(), terms.end(), [&](const auto& term) { return depends(term.first, of); });
}

}  // namespace forewarp::symbolic
