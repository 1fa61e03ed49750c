// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/detail/facts.hpp"

#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::count::detail {
namespace {

constexpr unsigned max_eliminations = 6;
constexpr std::size_t max_facts = 64;

}  // namespace

// A cheap prover for x >= 0 from conditions f >= 0, used while a kernel is walked, where a question
// to isl for each division would be too slow. Incomplete on purpose: "not proved" only costs a more
// complicated formula.
Facts::Facts(Algebra& algebra, std::span<const Cond> conditions) : algebra_(algebra) {
  for (const Cond c : conditions) add(c);
}

void Facts::add(Cond c) {
  if (at_least_zero_.size() >= max_facts) return;
  const ConditionInfo info = algebra_.condition(c);
  switch (info.kind) {
    case ConditionKind::at_least:
      at_least_zero_.push_back(info.form);
      break;
    case ConditionKind::zero:
      at_least_zero_.push_back(info.form);
      at_least_zero_.push_back(scaled(info.form, -1));
      break;
    case ConditionKind::not_zero:
      if (proves_at_least_zero(info.form)) {
        at_least_zero_.push_back(plus(info.form, -1));
      } else if (proves_at_least_zero(scaled(info.form, -1))) {
        at_least_zero_.push_back(plus(scaled(info.form, -1), -1));
      }
      break;
    case ConditionKind::both:
      add(info.a);
      add(info.b);
      break;
    case ConditionKind::never:
    case ConditionKind::always:
    case ConditionKind::on_data:
    case ConditionKind::not_affine:
    case ConditionKind::either:
      break;
  }
}

/// Three tests: the range of x itself; x minus one fact (x >= f >= 0); and, where all coefficients
/// of x have a common factor a, x minus a times a fact. Example: i - 4 >= 0 is known and i >= 0 is
/// asked: i - (i - 4) = 4 >= 0.
bool Facts::follows_from_ranges(const Form& x) const {
  if (algebra_.lower(x) >= 0) return true;
  for (const Form& fact : at_least_zero_) {
    if (algebra_.lower(x - fact) >= 0) return true;
    const std::int64_t a = x.content(), b = fact.content();
    if (a > 1 && b == 1 && a < 4096 && algebra_.lower(combine(1, x, -a, fact)) >= 0) return true;
  }
  return false;
}

/// Eliminates one symbol after the other, at most six deep, until a test succeeds: a choice [c] by
/// its two cases, with c or its negation among the facts; a floor by its bounds. Example: 4 floor(n
/// / 4) - n + 3 >= 0: the floor is at least (n - 3) / 4, and 4 * that - n + 3 = 0.
bool Facts::proves(const Form& x, unsigned depth) {
  if (follows_from_ranges(x)) return true;
  if (depth == max_eliminations) return false;
  for (const Term& t : x.terms) {
    const SymbolId s = t.monomial.single();
    if (s == 0) {
      for (const SymbolId f : t.monomial.factors) {  // a choice times something: either case
        if (f == 0 || algebra_.info(f).kind != SymbolKind::choice) continue;
        return proves(algebra_.substitute(x, f, Form()), depth + 1) &&
               proves(algebra_.substitute(x, f, Form::of(1)), depth + 1);
      }
      continue;
    }
    const SymbolInfo info = algebra_.info(s);
    if (info.kind == SymbolKind::choice) {
      Facts yes = *this, no = *this;
      yes.add(info.condition);
      no.add(algebra_.negate(info.condition));
      return no.proves(algebra_.substitute(x, s, Form()), depth + 1) &&
             yes.proves(algebra_.substitute(x, s, Form::of(1)), depth + 1);
    }
    if (info.kind != SymbolKind::floor) continue;
    // c floor(n / d) + rest >= 0: with d floor(n / d) between n - d + 1 and n; exact where c is 1 or -1.
    const std::int64_t c = t.coefficient, d = info.denominator;
    Form rest = x;
    std::erase_if(rest.terms, [&](const Term& other) { return other.monomial == t.monomial; });
    Form scaled_rest = scaled(rest, d);
    if (c > 0 && c != 1) scaled_rest = plus(scaled_rest, -c * (d - 1));
    if (c == -1) scaled_rest = plus(scaled_rest, d - 1);
    if (proves(combine(1, scaled_rest, c, info.numerator), depth + 1)) return true;
  }
  return false;
}

bool Facts::proves_at_least_zero(const Form& x) {
  try {
    return proves(x, 0);
  } catch (const symbolic::LimitExceeded&) {
    return false;
  }
}

}  // namespace forewarp::count::detail
