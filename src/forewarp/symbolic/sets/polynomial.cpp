// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Sparse polynomials: monomials with their coefficients in one sorted array, without zeros. Sums merge two arrays in
// O(terms); products gather all pairs of terms, sort them once and add up equal monomials, O(pairs log pairs).
#include "forewarp/symbolic/sets/polynomial.hpp"

#include <algorithm>
#include <iterator>
#include <unordered_map>

#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::symbolic {
namespace {

// More than any count of at most ten dimensions has; a bound on what text or hostile sets can ask for.
constexpr std::size_t max_terms = 20000;

Monomial product(const Monomial& a, const Monomial& b) {
  Monomial result;
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() || right != b.end()) {
    if (right == b.end() || (left != a.end() && left->first < right->first)) {
      result.push_back(*left++);
    } else if (left == a.end() || right->first < left->first) {
      result.push_back(*right++);
    } else {
      result.emplace_back(left->first, left->second + right->second);
      ++left, ++right;
    }
  }
  return result;
}

/// a / b where each power suffices.
std::optional<Monomial> quotient(const Monomial& a, const Monomial& b) {
  Monomial result;
  std::size_t used = 0;
  for (const auto& [symbol, exponent] : a) {
    const auto at = std::find_if(b.begin(), b.end(), [s = symbol](const auto& factor) { return factor.first == s; });
    const std::uint32_t less = at == b.end() ? 0 : at->second;
    if (less > exponent) return std::nullopt;
    used += at == b.end() ? 0 : 1;
    if (exponent > less) result.emplace_back(symbol, exponent - less);
  }
  if (used != b.size()) return std::nullopt;
  return result;
}

std::uint32_t degree(const Monomial& m) {
  std::uint32_t sum = 0;
  for (const auto& factor : m) sum += factor.second;
  return sum;
}

/// Graded lexicographic order: the greatest term of a product is the product of the greatest terms.
bool graded_less(const Monomial& a, const Monomial& b) {
  if (degree(a) != degree(b)) return degree(a) < degree(b);
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i].first != b[i].first) return a[i].first > b[i].first;
    if (a[i].second != b[i].second) return a[i].second < b[i].second;
  }
  return a.size() < b.size();
}

auto leading(const Polynomial& p) {
  return std::max_element(p.terms().begin(), p.terms().end(),
                          [](const auto& a, const auto& b) { return graded_less(a.first, b.first); });
}

}  // namespace

namespace {

void check_length(std::size_t terms) {
  if (terms > max_terms) throw LimitExceeded("a polynomial in the count has more than 20000 terms");
}

/// Sorts the terms, adds up those of equal monomials and drops what comes to 0.
void normalise(std::vector<Polynomial::Term>& terms) {
  std::sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  auto out = terms.begin();
  for (auto from = terms.begin(); from != terms.end();) {
    Polynomial::Term sum = std::move(*from);
    for (++from; from != terms.end() && from->first == sum.first; ++from) sum.second = sum.second + from->second;
    if (!sum.second.is_zero()) *out++ = std::move(sum);
  }
  terms.erase(out, terms.end());
  check_length(terms.size());
}

/// Terms in any order, to be normalised at the end; in between only where they would fill the memory.
class Gathered {
 public:
  void reserve(std::size_t count) { terms_.reserve(std::min(count, 2 * max_terms)); }
  void add(Monomial monomial, const Rational& coefficient) {
    if (terms_.size() >= 2 * max_terms) normalise(terms_);
    terms_.emplace_back(std::move(monomial), coefficient);
  }
  [[nodiscard]] std::vector<Polynomial::Term> take() && {
    normalise(terms_);
    return std::move(terms_);
  }

 private:
  std::vector<Polynomial::Term> terms_;
};

}  // namespace

Polynomial::Polynomial(const Rational& constant) { add({}, constant); }

Polynomial::Polynomial(const Affine& form, std::int64_t denominator) {
  add({}, Rational::of(form.constant, denominator));
  for (const auto& [symbol, coefficient] : form.terms) add({{symbol, 1}}, Rational::of(coefficient, denominator));
}

std::uint32_t Polynomial::degree_in(Symbol s) const {
  std::uint32_t most = 0;
  for (const auto& term : terms_)
    for (const auto& [symbol, exponent] : term.first)
      if (symbol == s) most = std::max(most, exponent);
  return most;
}

void Polynomial::add(const Monomial& monomial, const Rational& coefficient) {
  if (coefficient.is_zero()) return;
  const auto at = std::lower_bound(terms_.begin(), terms_.end(), monomial,
                                   [](const Term& term, const Monomial& m) { return term.first < m; });
  if (at == terms_.end() || at->first != monomial) {
    terms_.emplace(at, monomial, coefficient);
    check_length(terms_.size());
    return;
  }
  at->second = at->second + coefficient;
  if (at->second.is_zero()) terms_.erase(at);
}

Polynomial& Polynomial::operator+=(const Polynomial& other) {
  if (other.terms_.empty()) return *this;
  if (terms_.empty()) return *this = other;
  if (this == &other) return *this += Polynomial(other);
  std::vector<Term> sum;
  sum.reserve(terms_.size() + other.terms_.size());
  auto mine = terms_.begin();
  for (const Term& theirs : other.terms_) {
    while (mine != terms_.end() && mine->first < theirs.first) sum.push_back(std::move(*mine++));
    if (mine == terms_.end() || mine->first != theirs.first) {
      sum.push_back(theirs);
      continue;
    }
    mine->second = mine->second + theirs.second;
    if (!mine->second.is_zero()) sum.push_back(std::move(*mine));
    ++mine;
  }
  sum.insert(sum.end(), std::move_iterator(mine), std::move_iterator(terms_.end()));
  check_length(sum.size());
  terms_ = std::move(sum);
  return *this;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Gathered all;
  all.reserve(a.terms_.size() * b.terms_.size());
  for (const auto& [left, x] : a.terms_)
    for (const auto& [right, y] : b.terms_) all.add(product(left, right), x * y);
  Polynomial result;
  result.terms_ = std::move(all).take();
  return result;
}

/// Factors that become a single term, as most do (a symbol that only gets another number), need no product of
/// polynomials.
Polynomial Polynomial::mapped(const std::function<Polynomial(Symbol)>& value) const {
  std::unordered_map<std::uint64_t, Polynomial> powers;
  Gathered all;
  all.reserve(terms_.size());
  for (const auto& [monomial, coefficient] : terms_) {
    Term outside{{}, coefficient};
    std::optional<Polynomial> inside;
    for (const auto& [symbol, exponent] : monomial) {
      const auto [at, is_new] = powers.try_emplace((std::uint64_t{symbol} << 32) + exponent);
      if (is_new) at->second = power(value(symbol), exponent);
      const std::vector<Term>& factor = at->second.terms_;
      if (factor.size() == 1)
        outside = {product(outside.first, factor.front().first), outside.second * factor.front().second};
      else
        inside = inside ? *inside * at->second : at->second;
    }
    if (!inside)
      all.add(std::move(outside.first), outside.second);
    else
      for (const auto& [rest, factor] : inside->terms_) all.add(product(outside.first, rest), outside.second * factor);
  }
  Polynomial result;
  result.terms_ = std::move(all).take();
  return result;
}

Polynomial power(const Polynomial& base, std::uint32_t exponent) {
  Polynomial result{Rational(1)};
  for (std::uint32_t i = 0; i < exponent; ++i) result = result * base;
  return result;
}

/// Fractions are added over their common denominator: x/2 + y/3 is (3 x + 2 y)/6.
AffineFraction substituted(Symbols& table, const Affine& form, Symbol variable, const AffineFraction& value) {
  AffineFraction sum{Affine::of(form.constant), 1};
  for (const auto& [symbol, coefficient] : form.terms) {
    const AffineFraction one = substituted(table, symbol, variable, value);
    const std::int64_t common = narrow(gcd(sum.denominator, one.denominator));
    const std::int64_t mine = one.denominator / common;
    sum.numerator =
        combine(mine, sum.numerator, narrow(Integer{coefficient} * (sum.denominator / common)), one.numerator);
    sum.denominator = narrow(Integer{sum.denominator} * mine);
  }
  return sum;
}

/// Inside a floor: floor(x / 4) with x = y / 2 is floor(y / 8).
AffineFraction substituted(Symbols& table, Symbol s, Symbol variable, const AffineFraction& value) {
  if (s == variable) return value;
  if (table.is_variable(s) || !table.depends(s, variable)) return {Affine::symbol(s), 1};
  const Floor floor = table.floor_of(s);
  const AffineFraction inside = substituted(table, floor.numerator, variable, value);
  return {table.floor(inside.numerator, narrow(Integer{inside.denominator} * floor.denominator)), 1};
}

Polynomial substituted(Symbols& table, const Polynomial& p, Symbol variable, const AffineFraction& value) {
  return p.mapped([&](Symbol s) {
    const AffineFraction replaced = substituted(table, s, variable, value);
    return Polynomial(replaced.numerator, replaced.denominator);
  });
}

/// Division by one polynomial in graded lexicographic order: the leading term of a must be divisible by that of b in
/// each step, else b does not divide a. Example: (n^2 + n) / (n + 1) takes one step and gives n.
std::optional<Polynomial> divided(Polynomial a, const Polynomial& b) {
  if (b.is_zero()) return std::nullopt;
  Polynomial result;
  const auto& [divisor, scale] = *leading(b);
  const Rational inverse = Rational::of(scale.denominator(), scale.numerator());
  while (!a.is_zero()) {
    const auto& [monomial, coefficient] = *leading(a);
    const auto rest = quotient(monomial, divisor);
    if (!rest) return std::nullopt;
    Polynomial step;
    step.add(*rest, coefficient * inverse);
    result += step;
    a = a - step * b;
  }
  return result;
}

// From (x+1)^(k+1) - 1 = sum over j of binomial(k+1, j) S_j(x), with S_0(x) = x.
std::vector<Rational> power_sum(std::uint32_t k) {
  std::vector<std::vector<Rational>> sums;
  for (std::uint32_t order = 0; order <= k; ++order) {
    std::vector<Rational> binomial{1};
    for (std::uint32_t j = 0; j <= order; ++j) binomial.push_back(binomial.back() * Rational::of(order + 1 - j, j + 1));
    std::vector<Rational> sum = binomial;  // (x+1)^(order+1), coefficients by power (symmetric)
    sum[0] = 0;
    for (std::uint32_t j = 0; j < order; ++j)
      for (std::size_t i = 0; i < sums[j].size(); ++i) sum[i] = sum[i] - binomial[j] * sums[j][i];
    for (Rational& c : sum) c = c * Rational::of(1, order + 1);
    sums.push_back(std::move(sum));
  }
  return sums.back();
}

}  // namespace forewarp::symbolic
