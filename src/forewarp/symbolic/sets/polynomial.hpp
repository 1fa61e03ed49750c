// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Polynomials with rational coefficients over the symbols of a table: quasi-polynomials, since floors are symbols.
#include <compare>
#include <functional>
#include <optional>
#include <vector>

#include "forewarp/symbolic/sets/symbols.hpp"

namespace forewarp::symbolic {

/// Powers of symbols, sorted by symbol; empty is 1.
using Monomial = std::vector<std::pair<Symbol, std::uint32_t>>;

/// numerator / denominator, denominator > 0.
struct AffineFraction {
  Affine numerator;
  std::int64_t denominator = 1;
};

class Polynomial {
 public:
  Polynomial() = default;
  Polynomial(const Rational& constant);                          // NOLINT: numbers convert
  Polynomial(const Affine& form, std::int64_t denominator = 1);  // NOLINT: affine forms are polynomials

  using Term = std::pair<Monomial, Rational>;
  /// Sorted by monomial, none with the coefficient 0.
  [[nodiscard]] const std::vector<Term>& terms() const { return terms_; }
  [[nodiscard]] bool is_zero() const { return terms_.empty(); }
  [[nodiscard]] std::uint32_t degree_in(Symbol s) const;
  void add(const Monomial& monomial, const Rational& coefficient);

  Polynomial& operator+=(const Polynomial& other);
  friend Polynomial operator+(Polynomial a, const Polynomial& b) { return std::move(a += b); }
  friend Polynomial operator-(const Polynomial& a) { return a * Polynomial(Rational(-1)); }
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b) { return a + -b; }
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);
  auto operator<=>(const Polynomial&) const = default;

  /// Each symbol replaced by what `value` gives for it, in one step.
  [[nodiscard]] Polynomial mapped(const std::function<Polynomial(Symbol)>& value) const;

 private:
  std::vector<Term> terms_;
};

[[nodiscard]] Polynomial power(const Polynomial& base, std::uint32_t exponent);

/// The value of a symbol of `table` once `variable` is replaced, floors with it inside included. The replacement must
/// be whole wherever it is used.
[[nodiscard]] AffineFraction substituted(Symbols& table, Symbol s, Symbol variable, const AffineFraction& value);
[[nodiscard]] AffineFraction substituted(Symbols& table, const Affine& form, Symbol variable,
                                         const AffineFraction& value);
/// The polynomial with the variable replaced everywhere.
[[nodiscard]] Polynomial substituted(Symbols& table, const Polynomial& p, Symbol variable, const AffineFraction& value);

/// The exact quotient, or nullopt where b does not divide a.
[[nodiscard]] std::optional<Polynomial> divided(Polynomial a, const Polynomial& b);

/// S_k(x) = 1^k + 2^k + ... + x^k as polynomials in x (Faulhaber), for every integer x with S_k(x) - S_k(x-1) = x^k.
/// coefficients[i] is that of x^i.
[[nodiscard]] std::vector<Rational> power_sum(std::uint32_t k);

}  // namespace forewarp::symbolic
