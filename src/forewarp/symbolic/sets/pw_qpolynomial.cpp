// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Arithmetic translates both operands to one table of symbols and concatenates or multiplies pieces; merged() keeps the
// number of pieces small by cheap rules only, disjoint() (pw_disjoint.cpp) is the expensive normal form.
#include "forewarp/symbolic/sets/pw_qpolynomial.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::symbolic {
namespace {

/// Rewrites what is over one table in terms of another that has the same names.
class Translation {
 public:
  Translation(const Symbols& from, Symbols& to) : from_(from), to_(to), known_(from.size()) {}

  Affine form(const Affine& given) {
    Affine result = Affine::of(given.constant);
    for (const auto& [s, c] : given.terms) result = combine(1, result, c, symbol(s));
    return result;
  }

  Piece piece(const Piece& given) {
    Piece result;
    for (const Constraint& c : given.where) result.where.push_back({form(c.form), c.equality});
    result.value = given.value.mapped([&](Symbol s) { return Polynomial(symbol(s)); });
    return result;
  }

 private:
  Affine symbol(Symbol s) {
    if (known_[s]) return *known_[s];
    if (from_.is_variable(s)) {
      const auto& names = to_.variables();
      const auto at = std::find(names.begin(), names.end(), from_.variables()[s]);
      FOREWARP_ASSERT(at != names.end(), "a parameter in use has a name in the table translated to");
      known_[s] = Affine::symbol(static_cast<Symbol>(at - names.begin()));
    } else {
      const Floor& floor = from_.floor_of(s);
      known_[s] = to_.floor(form(floor.numerator), floor.denominator);
    }
    return *known_[s];
  }

  const Symbols& from_;
  Symbols& to_;
  std::vector<std::optional<Affine>> known_;
};

std::vector<std::string> all_names(const PwQPolynomial& a, const PwQPolynomial& b) {
  std::vector<std::string> names = a.parameters();
  for (const std::string& name : b.parameters())
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

Rational value_of(const Polynomial& p, const std::vector<Integer>& values) {
  Rational sum;
  for (const auto& [monomial, coefficient] : p.terms()) {
    Integer product = 1;
    for (const auto& [symbol, exponent] : monomial)
      for (std::uint32_t i = 0; i < exponent; ++i) product = checked_multiply(product, values[symbol]);
    sum = sum + coefficient * Rational::of(product, 1);
  }
  return sum;
}

Integer value_of(const Affine& form, const std::vector<Integer>& values) {
  Integer sum = form.constant;
  for (const auto& [symbol, c] : form.terms) sum = checked_add(sum, checked_multiply(c, values[symbol]));
  return sum;
}

/// The variable with coefficient 1 or -1 in an equality that has a floor, if there is one: n in n - 16*floor(n/16) = 0.
std::optional<Symbol> plain_variable(const Symbols& symbols, const Affine& form) {
  for (const auto& [s, c] : form.terms)
    if (symbols.is_variable(s) && (c == 1 || c == -1)) return s;
  return std::nullopt;
}

/// Uses the equalities: the last symbol of each is replaced in the value by what it equals.
Polynomial rewritten(Symbols& symbols, const Piece& piece) {
  Polynomial value = piece.value;
  for (const Constraint& c : piece.where) {
    if (!c.equality || c.form.terms.empty()) continue;
    const auto last = c.form.terms.back().first;
    const std::int64_t a = c.form.terms.back().second;
    if (symbols.is_variable(last)) continue;
    // n = 16*q makes floor((n + 15)/16) q, and q is n/16 again below
    if (const auto v = plain_variable(symbols, c.form))
      value = substituted(symbols, value, *v, {scaled(c.form.without(*v), c.form.coefficient(*v) > 0 ? -1 : 1), 1});
    const Polynomial equal(scaled(c.form.without(last), a > 0 ? -1 : 1), a > 0 ? a : -a);
    value = value.mapped([&](Symbol one) { return one == last ? equal : Polynomial(Affine::symbol(one)); });
  }
  return value;
}

Affine without_constant(Affine form) {
  form.constant = 0;
  return form;
}

/// The inequalities of equal terms that an equality decides are dropped; false where it contradicts one.
// terms + constant = 0 fixes the value of the terms, which decides every inequality on the same terms.
bool decide(std::map<Affine, std::int64_t>& least, const Affine& zero) {
  for (const Affine& form : {zero, scaled(zero, -1)}) {
    const auto known = least.find(without_constant(form));
    if (known == least.end()) continue;
    if (Integer{known->second} < form.constant) return false;  // terms = -form.constant
    least.erase(known);
  }
  return true;
}

/// Of inequalities with equal terms the tightest, sorted; false where constraints of equal or opposite terms leave
/// nothing between them.
bool tighten(std::vector<Constraint>& where) {
  std::map<Affine, std::int64_t> least;  // terms -> the constant
  std::vector<Constraint> kept;
  for (const Constraint& c : where) {
    if (c.equality) {
      kept.push_back(c);
      continue;
    }
    const auto [known, added] = least.try_emplace(without_constant(c.form), c.form.constant);
    if (!added) known->second = std::min(known->second, c.form.constant);
  }
  for (const Constraint& equality : kept)
    if (!decide(least, equality.form)) return false;
  for (const auto& [terms, constant] : least) {
    if (terms.is_constant() && constant < 0) return false;
    const auto opposite = least.find(scaled(terms, -1));
    if (opposite != least.end() && Integer{constant} + opposite->second < 0) return false;
    if (!terms.is_constant()) kept.push_back({combine(1, terms, 1, Affine::of(constant)), false});
  }
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  where = std::move(kept);
  return true;
}

}  // namespace

PwQPolynomial::PwQPolynomial(Symbols symbols, std::vector<Piece> pieces)
    : symbols_(std::move(symbols)), pieces_(std::move(pieces)) {}

PwQPolynomial PwQPolynomial::constant(std::int64_t value) {
  return PwQPolynomial(Symbols{}, {{{}, Polynomial(Rational(value))}});
}

PwQPolynomial PwQPolynomial::parameter(const std::string& name) {
  return PwQPolynomial(Symbols({name}), {{{}, Polynomial(Affine::symbol(0))}});
}

PwQPolynomial PwQPolynomial::over(std::vector<std::string> parameters) const {
  PwQPolynomial result{Symbols(std::move(parameters))};
  Translation translation(symbols_, result.symbols_);
  for (const Piece& piece : pieces_) result.pieces_.push_back(translation.piece(piece));
  return result;
}

PwQPolynomial operator+(const PwQPolynomial& a, const PwQPolynomial& b) {
  PwQPolynomial result = a.over(all_names(a, b));
  Translation translation(b.symbols_, result.symbols_);
  for (const Piece& piece : b.pieces_) result.pieces_.push_back(translation.piece(piece));
  return result.merged();
}

PwQPolynomial operator-(const PwQPolynomial& a, const PwQPolynomial& b) { return a + PwQPolynomial::constant(-1) * b; }

PwQPolynomial operator*(const PwQPolynomial& a, const PwQPolynomial& b) {
  PwQPolynomial result{Symbols(all_names(a, b))};
  if (a.pieces_.size() * b.pieces_.size() > 100000) throw LimitExceeded("a product of more than 100000 pieces");
  Translation left(a.symbols_, result.symbols_), right(b.symbols_, result.symbols_);
  std::vector<Piece> others;
  for (const Piece& piece : b.pieces_) others.push_back(right.piece(piece));
  for (const Piece& piece : a.pieces_) {
    const Piece mine = left.piece(piece);
    for (const Piece& other : others) {
      Piece both{mine.where, mine.value * other.value};
      both.where.insert(both.where.end(), other.where.begin(), other.where.end());
      result.pieces_.push_back(std::move(both));
    }
  }
  return result.merged();
}

Rational PwQPolynomial::evaluate(const std::map<std::string, std::int64_t>& given) const {
  std::vector<Integer> values;
  for (const std::string& name : parameters()) {
    const auto at = given.find(name);
    if (at == given.end()) throw InputError(fmt::format("the parameter '{}' has no value", name));
    values.push_back(at->second);
  }
  for (const Floor& floor : symbols_.floors())
    values.push_back(floor_divide(value_of(floor.numerator, values), floor.denominator));
  Rational sum;
  for (const Piece& piece : pieces_)
    if (std::all_of(piece.where.begin(), piece.where.end(), [&](const Constraint& c) {
          const Integer value = value_of(c.form, values);
          return c.equality ? value == 0 : value >= 0;
        }))
      sum = sum + value_of(piece.value, values);
  return sum;
}

/// Example: on n - 16 floor(n / 16) = 0 the value floor((n + 15) / 16) is rewritten to n / 16.
PwQPolynomial PwQPolynomial::merged() const {
  PwQPolynomial result{symbols_};
  std::map<std::vector<Constraint>, Polynomial> pieces;
  for (const Piece& piece : pieces_) {
    std::vector<Constraint> where = piece.where;
    if (!tighten(where)) continue;
    pieces[std::move(where)] += rewritten(result.symbols_, piece);
  }
  while (!pieces.empty()) {
    auto piece = pieces.extract(pieces.begin());
    if (!piece.mapped().is_zero()) result.pieces_.push_back({std::move(piece.key()), std::move(piece.mapped())});
  }
  return result;
}

}  // namespace forewarp::symbolic
