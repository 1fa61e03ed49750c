// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/sets/substitute.hpp"

#include <algorithm>
#include <optional>

namespace forewarp::symbolic {
namespace {

/// A constraint at the value; nothing where it always holds. Denominators are above 0, so signs are kept.
std::optional<Constraint> at_value(Symbols& table, const Constraint& c, Symbol variable, const AffineFraction& value) {
  const Affine form = substituted(table, c.form, variable, value).numerator;
  const bool holds = c.equality ? form.constant == 0 : form.constant >= 0;
  if (form.is_constant() && holds) return std::nullopt;
  return Constraint{form, c.equality};
}

bool never_holds(const Constraint& c) { return c.form.is_constant(); }

}  // namespace

PwQPolynomial substituted(const PwQPolynomial& p, const std::string& parameter, std::int64_t value) {
  const auto& names = p.parameters();
  const auto found = std::ranges::find(names, parameter);
  if (found == names.end()) return p;
  const auto variable = static_cast<Symbol>(found - names.begin());
  const AffineFraction number{Affine::of(value), 1};
  Symbols table = p.symbols();
  std::vector<Piece> pieces;
  for (const Piece& piece : p.pieces()) {
    Piece made;
    for (const Constraint& c : piece.where)
      if (auto kept = at_value(table, c, variable, number)) made.where.push_back(std::move(*kept));
    if (std::ranges::any_of(made.where, never_holds)) continue;
    made.value = substituted(table, piece.value, variable, number);
    pieces.push_back(std::move(made));
  }
  std::vector<std::string> others = names;
  std::erase(others, parameter);
  return PwQPolynomial(std::move(table), std::move(pieces)).over(others).merged();
}

PwQPolynomial expected(const PwQPolynomial& p, const std::string& parameter,
                       const std::map<std::int64_t, std::int64_t>& weights) {
  if (std::ranges::count(p.parameters(), parameter) == 0) return p;
  std::int64_t all = 0;
  for (const auto& [value, weight] : weights) all += weight;
  PwQPolynomial sum;
  for (const auto& [value, weight] : weights) {
    if (weight == 0) continue;
    const PwQPolynomial share(Symbols{}, {{{}, Polynomial(Rational::of(weight, all))}});
    sum = (sum + substituted(p, parameter, value) * share).merged();
  }
  return sum;
}

}  // namespace forewarp::symbolic
