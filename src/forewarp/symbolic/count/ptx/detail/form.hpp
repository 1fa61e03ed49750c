// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Integer polynomials in numbered symbols: what a register of a kernel holds. Small: at most 4 factors a term.
#include <array>
#include <compare>
#include <cstdint>
#include <vector>

namespace forewarp::count::detail {

/// The number of a symbol in its Algebra; 0 is none.
using SymbolId = std::uint16_t;

/// A product of up to four symbols, sorted, those that are not there (0) first.
struct Monomial {
  static constexpr unsigned max_factors = 4;
  std::array<SymbolId, max_factors> factors{};

  static Monomial of(SymbolId s) { return {{0, 0, 0, s}}; }
  [[nodiscard]] bool contains(SymbolId s) const;
  [[nodiscard]] unsigned degree() const;
  /// The only symbol, where there is only one.
  [[nodiscard]] SymbolId single() const { return degree() == 1 ? factors[max_factors - 1] : SymbolId{0}; }
  /// Without one factor s, which must be there.
  [[nodiscard]] Monomial without(SymbolId s) const;
  auto operator<=>(const Monomial&) const = default;
};
/// Throws LimitExceeded beyond four factors.
[[nodiscard]] Monomial product(const Monomial& a, const Monomial& b);

struct Term {
  Monomial monomial;
  std::int64_t coefficient = 0;
  auto operator<=>(const Term&) const = default;
};

/// A sum of terms, sorted by monomial, none of coefficient 0, and a constant. 64 bits, checked: LimitExceeded, also
/// beyond 64 terms.
struct Form {
  static constexpr std::size_t max_terms = 64;
  std::vector<Term> terms;
  std::int64_t constant = 0;

  static Form of(std::int64_t value) { return {{}, value}; }
  static Form symbol(SymbolId s, std::int64_t coefficient = 1) { return {{{Monomial::of(s), coefficient}}, 0}; }

  [[nodiscard]] bool is_constant() const { return terms.empty(); }
  [[nodiscard]] bool is_zero() const { return terms.empty() && constant == 0; }
  [[nodiscard]] bool contains(SymbolId s) const;
  /// The greatest common divisor of the coefficients, the constant left out; 0 for a constant.
  [[nodiscard]] std::int64_t content() const;
  auto operator<=>(const Form&) const = default;
};

/// a * x + b * y.
[[nodiscard]] Form combine(std::int64_t a, const Form& x, std::int64_t b, const Form& y);
[[nodiscard]] inline Form operator+(const Form& x, const Form& y) { return combine(1, x, 1, y); }
[[nodiscard]] inline Form operator-(const Form& x, const Form& y) { return combine(1, x, -1, y); }
[[nodiscard]] Form scaled(const Form& x, std::int64_t factor);
[[nodiscard]] inline Form plus(Form x, std::int64_t constant) { return combine(1, x, 1, Form::of(constant)); }
/// x with x = d * result, every coefficient being a multiple of d.
[[nodiscard]] Form divided(const Form& x, std::int64_t d);
[[nodiscard]] Form product(const Form& x, const Form& y);
/// The coefficient of the first power of s: x = s * slope + rest; s twice in a term throws LimitExceeded.
[[nodiscard]] Form slope(const Form& x, SymbolId s);
/// The terms without s.
[[nodiscard]] Form without(const Form& x, SymbolId s);

}  // namespace forewarp::count::detail
