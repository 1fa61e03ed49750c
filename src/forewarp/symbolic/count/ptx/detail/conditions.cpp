// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Conditions are interned like symbols: equal conditions have equal numbers, so a == b is a test of syntax, O(1).
// Constructors simplify by the ranges of symbols and by a and not a; a conjunction is not flattened or sorted further.
// Parts are counted in `size`; beyond max_parts a condition becomes not_affine.
//
// Example: 4 i + 6 >= 0 with unbounded i becomes i + 1 >= 0 (floor(6 / 4) = 1), 4 i + 6 = 0 is never (6 mod 4 != 0).
#include <algorithm>

#include "forewarp/symbolic/count/ptx/detail/algebra.hpp"
#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::count::detail {
namespace {
// A condition with more parts than this is not followed: sets made from it would not be counted either.
constexpr std::uint32_t max_parts = 400;
constexpr std::size_t max_conditions = 100000;
}  // namespace

Cond Algebra::intern(ConditionInfo info) {
  const auto it = known_.find(info);
  if (it != known_.end()) return it->second;
  if (conditions_.size() >= max_conditions) throw symbolic::LimitExceeded("a kernel needs more than 100000 conditions");
  const auto c = static_cast<Cond>(conditions_.size());
  known_.emplace(info, c);
  conditions_.push_back(std::move(info));
  return c;
}

/// x >= 0, decided at once where the range of x allows it, else divided by the common factor of its
/// coefficients.
Cond Algebra::at_least(const Form& x) {
  if (lower(x) >= 0) return always;
  if (upper(x) < 0) return never;
  const std::int64_t common = x.content();
  Form form = x;
  if (common > 1) {  // c f + k >= 0 where f + floor(k / c) >= 0
    form.constant -= ((form.constant % common) + common) % common;
    form = divided(form, common);
  }
  return intern({.kind = ConditionKind::at_least, .form = form});
}

Cond Algebra::zero(const Form& x) {
  if (x.is_constant()) return x.constant == 0 ? always : never;
  if (lower(x) > 0 || upper(x) < 0) return never;
  const std::int64_t common = x.content();
  if (x.constant % common != 0) return never;
  Form form = divided(x, common);
  if (form.terms[0].coefficient < 0) form = scaled(form, -1);
  return intern({.kind = ConditionKind::zero, .form = form});
}

/// Of two opaque conditions on_data wins: that a count depends on data is the stronger statement.
Cond Algebra::both(Cond a, Cond b) {
  if (a == never || b == never) return never;
  if (a == always || a == b) return b;
  if (b == always) return a;
  if (is_opaque(a) || is_opaque(b)) return a == on_data || b == on_data ? on_data : not_affine;
  if (negate(a) == b) return never;
  const std::uint32_t size = conditions_[a].size + conditions_[b].size;
  if (size > max_parts) return not_affine;
  return intern({.kind = ConditionKind::both, .a = std::min(a, b), .b = std::max(a, b), .size = size});
}

Cond Algebra::either(Cond a, Cond b) {
  if (a == always || b == always) return always;
  if (a == never || a == b) return b;
  if (b == never) return a;
  if (is_opaque(a) || is_opaque(b)) return a == on_data || b == on_data ? on_data : not_affine;
  if (negate(a) == b) return always;
  const std::uint32_t size = conditions_[a].size + conditions_[b].size;
  if (size > max_parts) return not_affine;
  return intern({.kind = ConditionKind::either, .a = std::min(a, b), .b = std::max(a, b), .size = size});
}

/// not (f >= 0) is -f - 1 >= 0 over the integers; de Morgan for both and either.
Cond Algebra::negate(Cond c) {
  const ConditionInfo info = conditions_[c];
  switch (info.kind) {
    case ConditionKind::never:
      return always;
    case ConditionKind::always:
      return never;
    case ConditionKind::on_data:
    case ConditionKind::not_affine:
      return c;
    case ConditionKind::at_least:
      return at_least(combine(-1, info.form, 1, Form::of(-1)));
    case ConditionKind::zero:
      return intern({.kind = ConditionKind::not_zero, .form = info.form});
    case ConditionKind::not_zero:
      return intern({.kind = ConditionKind::zero, .form = info.form});
    case ConditionKind::both:
    case ConditionKind::either:
      break;
  }
  // Interned directly: either() would need this negation again.
  const Cond a = negate(info.a), b = negate(info.b);
  const auto kind = info.kind == ConditionKind::both ? ConditionKind::either : ConditionKind::both;
  if (a <= not_affine || b <= not_affine) return kind == ConditionKind::either ? either(a, b) : both(a, b);
  return intern({.kind = kind, .a = std::min(a, b), .b = std::max(a, b), .size = info.size});
}

/// Rebuilds each term with s replaced; floors and choices that contain s are made again, and so normalised again.
Form Algebra::substitute(const Form& x, SymbolId s, const Form& by) {
  Form out = Form::of(x.constant);
  for (const Term& t : x.terms) {
    Form factor = Form::of(t.coefficient);
    for (const SymbolId f : t.monomial.factors) {
      if (f == 0) continue;
      if (f == s) {
        factor = multiply(factor, by);
        continue;
      }
      const SymbolInfo info = symbols_[f];
      if (info.kind == SymbolKind::floor && depends(info.numerator, s)) {
        factor = multiply(factor, floor(substitute(info.numerator, s, by), info.denominator));
      } else if (info.kind == SymbolKind::choice && depends(info.condition, s)) {
        const Cond c = substitute(info.condition, s, by);
        if (is_opaque(c)) throw symbolic::LimitExceeded("a condition has too many parts");
        factor = multiply(factor, choose(c, Form::of(1), Form()));
      } else {
        factor = multiply(factor, Form::symbol(f));
      }
    }
    out = out + factor;
  }
  return out;
}

Cond Algebra::substitute(Cond c, SymbolId s, const Form& by) {
  if (!depends(c, s)) return c;
  const ConditionInfo info = conditions_[c];
  switch (info.kind) {
    case ConditionKind::at_least:
      return at_least(substitute(info.form, s, by));
    case ConditionKind::zero:
      return zero(substitute(info.form, s, by));
    case ConditionKind::not_zero:
      return negate(zero(substitute(info.form, s, by)));
    case ConditionKind::both:
      return both(substitute(info.a, s, by), substitute(info.b, s, by));
    case ConditionKind::either:
      return either(substitute(info.a, s, by), substitute(info.b, s, by));
    case ConditionKind::never:
    case ConditionKind::always:
    case ConditionKind::on_data:
    case ConditionKind::not_affine:
      return c;
  }
  return c;
}

/// All symbols, those inside floors and choices included, each once.
void Algebra::collect(const Form& x, std::vector<SymbolId>& out) const {
  for (const Term& t : x.terms) {
    for (const SymbolId s : t.monomial.factors) {
      if (s == 0 || std::find(out.begin(), out.end(), s) != out.end()) continue;
      out.push_back(s);
      if (symbols_[s].kind == SymbolKind::floor) collect(symbols_[s].numerator, out);
      if (symbols_[s].kind == SymbolKind::choice) collect(symbols_[s].condition, out);
    }
  }
}

void Algebra::collect(Cond c, std::vector<SymbolId>& out) const {
  const ConditionInfo& info = conditions_[c];
  collect(info.form, out);
  if (info.kind != ConditionKind::both && info.kind != ConditionKind::either) return;
  collect(info.a, out);
  collect(info.b, out);
}

bool Algebra::depends(const Form& x, SymbolId s) {
  std::vector<SymbolId> symbols;
  collect(x, symbols);
  return std::find(symbols.begin(), symbols.end(), s) != symbols.end();
}

bool Algebra::depends(Cond c, SymbolId s) {
  std::vector<SymbolId> symbols;
  collect(c, symbols);
  return std::find(symbols.begin(), symbols.end(), s) != symbols.end();
}

bool Algebra::mentions(const Form& x, SymbolKind kind, std::optional<std::uint32_t> axis) {
  std::vector<SymbolId> symbols;
  collect(x, symbols);
  return std::any_of(symbols.begin(), symbols.end(),
                     [&](SymbolId s) { return symbols_[s].kind == kind && (!axis || symbols_[s].axis == *axis); });
}

}  // namespace forewarp::count::detail
