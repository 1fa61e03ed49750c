// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/detail/form.hpp"

#include <algorithm>
#include <numeric>

#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::count::detail {
namespace {

std::int64_t checked_product(std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  if (__builtin_mul_overflow(a, b, &out)) throw symbolic::LimitExceeded("a coefficient does not fit 64 bits");
  return out;
}

std::int64_t checked_sum(std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  if (__builtin_add_overflow(a, b, &out)) throw symbolic::LimitExceeded("a coefficient does not fit 64 bits");
  return out;
}

/// Sorts, adds equal monomials up, drops zeros: the canonical form that makes equality of values an
/// equality of vectors. 3 n + 2 i n - n becomes 2 n + 2 i n. O(terms * log terms); forms have at
/// most 64 terms.
void normalise(Form& form) {
  std::sort(form.terms.begin(), form.terms.end());
  std::size_t kept = 0;
  for (std::size_t n = 0; n < form.terms.size();) {
    Term sum = form.terms[n++];
    while (n < form.terms.size() && form.terms[n].monomial == sum.monomial) {
      sum.coefficient = checked_sum(sum.coefficient, form.terms[n++].coefficient);
    }
    if (sum.coefficient != 0) form.terms[kept++] = sum;
  }
  form.terms.resize(kept);
  if (kept > Form::max_terms) throw symbolic::LimitExceeded("a value has more than 64 terms");
}

}  // namespace

bool Monomial::contains(SymbolId s) const { return std::find(factors.begin(), factors.end(), s) != factors.end(); }

unsigned Monomial::degree() const {
  return static_cast<unsigned>(max_factors - std::count(factors.begin(), factors.end(), SymbolId{0}));
}

Monomial Monomial::without(SymbolId s) const {
  Monomial out = *this;
  *std::find(out.factors.begin(), out.factors.end(), s) = 0;
  std::sort(out.factors.begin(), out.factors.end());
  return out;
}

/// Symbols are sorted with the empty places (0) in front, so b's factors are its last ones, and a's
/// front is free.
Monomial product(const Monomial& a, const Monomial& b) {
  if (a.degree() + b.degree() > Monomial::max_factors) {
    throw symbolic::LimitExceeded("a product has more than 4 factors");
  }
  Monomial out = a;
  for (unsigned n = 0; n < b.degree(); ++n) out.factors[n] = b.factors[Monomial::max_factors - 1 - n];
  std::sort(out.factors.begin(), out.factors.end());
  return out;
}

bool Form::contains(SymbolId s) const {
  return std::any_of(terms.begin(), terms.end(), [s](const Term& t) { return t.monomial.contains(s); });
}

std::int64_t Form::content() const {
  std::int64_t out = 0;
  for (const Term& t : terms) out = std::gcd(out, t.coefficient);
  return out;
}

Form combine(std::int64_t a, const Form& x, std::int64_t b, const Form& y) {
  Form out;
  out.terms.reserve(x.terms.size() + y.terms.size());
  for (const Term& t : x.terms) out.terms.push_back({t.monomial, checked_product(a, t.coefficient)});
  for (const Term& t : y.terms) out.terms.push_back({t.monomial, checked_product(b, t.coefficient)});
  out.constant = checked_sum(checked_product(a, x.constant), checked_product(b, y.constant));
  normalise(out);
  return out;
}

Form scaled(const Form& x, std::int64_t factor) { return combine(factor, x, 0, Form()); }

Form divided(const Form& x, std::int64_t d) {
  Form out = x;
  for (Term& t : out.terms) t.coefficient /= d;
  out.constant /= d;
  return out;
}

Form product(const Form& x, const Form& y) {
  Form out;
  if ((x.terms.size() + 1) * (y.terms.size() + 1) > 4096) throw symbolic::LimitExceeded("a product is too long");
  const auto add = [&](const Monomial& m, std::int64_t c) { out.terms.push_back({m, c}); };
  for (const Term& a : x.terms) {
    for (const Term& b : y.terms) {
      add(product(a.monomial, b.monomial), checked_product(a.coefficient, b.coefficient));
    }
    if (y.constant != 0) add(a.monomial, checked_product(a.coefficient, y.constant));
  }
  if (x.constant != 0) {
    for (const Term& b : y.terms) add(b.monomial, checked_product(b.coefficient, x.constant));
  }
  out.constant = checked_product(x.constant, y.constant);
  normalise(out);
  return out;
}

/// What the value gains per step of s: the slope of 4 n i + 4 k + 8 in i is 4 n. The value is
/// linear in s or the kernel is given up.
Form slope(const Form& x, SymbolId s) {
  Form out;
  for (const Term& t : x.terms) {
    if (!t.monomial.contains(s)) continue;
    const Monomial rest = t.monomial.without(s);
    if (rest.contains(s)) throw symbolic::LimitExceeded("a value is quadratic in a loop's counter");
    if (rest.degree() == 0) {
      out.constant = checked_sum(out.constant, t.coefficient);
    } else {
      out.terms.push_back({rest, t.coefficient});
    }
  }
  normalise(out);
  return out;
}

Form without(const Form& x, SymbolId s) {
  Form out = x;
  std::erase_if(out.terms, [s](const Term& t) { return t.monomial.contains(s); });
  return out;
}

}  // namespace forewarp::count::detail
