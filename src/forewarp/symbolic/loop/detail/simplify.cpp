// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Expressions as linear forms over atoms: names, floors, remainders, and anything else taken as a whole. Coefficients
// stay below 2^30, so that products of two, and sums of these, cannot overflow; otherwise the expression is left as is.
//
// Example: (4*i + 4*j + 3)//4 is i + j; (4*i + j + 3)//4 is i + (j + 3)//4.
#include "forewarp/symbolic/loop/detail/simplify.hpp"

#include "forewarp/support/one_of.hpp"

#include <algorithm>

namespace forewarp::loop::detail {

namespace {

using Substitutes = std::map<std::string, ExpressionPtr>;
constexpr std::int64_t most = std::int64_t{1} << 30;  // products of two fit, and sums of those

bool small(std::int64_t value) { return value > -most && value < most; }

void add(Form& sum, const ExpressionPtr& atom, std::int64_t factor) {
  const auto found = std::ranges::find_if(sum.terms, [&](const auto& term) { return same(term.first, atom); });
  if (found == sum.terms.end()) {
    if (factor != 0) sum.terms.emplace_back(atom, factor);
    return;
  }
  found->second += factor;
  if (found->second == 0) sum.terms.erase(found);
}

Form combined(const Form& a, const Form& b, std::int64_t factor) {
  Form sum = a;
  for (const auto& [atom, f] : b.terms) add(sum, atom, f * factor);
  sum.constant += b.constant * factor;
  return sum;
}

bool fits(const Form& form) {
  return small(form.constant) && std::ranges::all_of(form.terms, [](const auto& term) { return small(term.second); });
}

Form atom(ExpressionPtr e) { return {{{std::move(e), 1}}, 0}; }

std::int64_t floored(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

/// floor(form / d): multiples of d are taken out: (4 i + j) // 4 is i + j // 4.
Form quotient(const Form& form, std::int64_t d) {
  Form outside, inside;
  for (const auto& [e, factor] : form.terms) {
    if (factor % d == 0)
      outside.terms.emplace_back(e, factor / d);
    else
      inside.terms.emplace_back(e, factor);
  }
  if (inside.terms.empty()) {
    outside.constant = floored(form.constant, d);
    return outside;
  }
  inside.constant = form.constant;
  return combined(outside, atom(make(Op::floor_div, {expression_of(inside), integer(d)})), 1);
}

/// form mod d: multiples of d vanish, the constant is reduced.
Form remainder(const Form& form, std::int64_t d) {
  Form inside;
  for (const auto& [e, factor] : form.terms)
    if (factor % d != 0) inside.terms.emplace_back(e, factor);
  inside.constant = form.constant - floored(form.constant, d) * d;
  if (inside.terms.empty()) return inside;
  return atom(make(Op::modulo, {expression_of(inside), integer(d)}));
}

Form product(const ExpressionPtr& e, const Form& a, const Form& b) {
  // One side constant: its value is the factor. Otherwise the product is an atom, whose sides were
  // simplified.
  if (a.terms.empty()) return combined({}, b, a.constant);
  if (b.terms.empty()) return combined({}, a, b.constant);
  return atom(with_operands(e, {expression_of(a), expression_of(b)}));
}

Form binary(const ExpressionPtr& e, const Substitutes& values) {
  const Form a = form_of(e->operands[0], values), b = form_of(e->operands[1], values);
  const bool divides = b.terms.empty() && b.constant > 0;
  if (e->op == Op::add) return combined(a, b, 1);
  if (e->op == Op::subtract) return combined(a, b, -1);
  if (e->op == Op::multiply) return product(e, a, b);
  if (e->op == Op::floor_div && divides) return quotient(a, b.constant);
  if (e->op == Op::modulo && divides) return remainder(a, b.constant);
  return atom(with_operands(e, {expression_of(a), expression_of(b)}));
}

/// What is not a whole-number arithmetic stays, with its operands simplified where they are indices.
Form opaque(const ExpressionPtr& e, const Substitutes& values) {
  return atom(rebuild(e, [&](ExpressionPtr node) {
    const auto value = node->op == Op::name ? values.find(node->name) : values.end();
    return value == values.end() ? node : value->second;
  }));
}

}  // namespace

Form form_of(const ExpressionPtr& e, const Substitutes& values) {
  Form form;
  if (e->op == Op::integer) {
    if (!small(e->integer_value)) return atom(e);
    form.constant = e->integer_value;
  } else if (e->op == Op::name) {
    const auto value = values.find(e->name);
    form = value == values.end() ? atom(e) : form_of(value->second);
  } else if (e->op == Op::negate) {
    form = combined({}, form_of(e->operands[0], values), -1);
  } else if (is_one_of(e->op, Op::add, Op::subtract, Op::multiply, Op::floor_div, Op::modulo)) {
    form = binary(e, values);
  } else {
    form = opaque(e, values);
  }
  return fits(form) ? form : opaque(e, values);
}

/// A constant beside a single floor goes back into it, which gives the usual spelling of a number
/// of blocks: (n - 1)//16 + 1 becomes (n + 15)//16. Equal because 1 = 16/16 and floor(x) + 1 =
/// floor(x + 1).
ExpressionPtr simplify(const ExpressionPtr& e, const Substitutes& values) {
  const Form form = form_of(e, values);
  const bool one_floor = form.terms.size() == 1 && form.terms[0].second == 1 &&
                         form.terms[0].first->op == Op::floor_div &&
                         form.terms[0].first->operands[1]->op == Op::integer;
  if (!one_floor || form.constant == 0) return expression_of(form);
  const auto& operands = form.terms[0].first->operands;
  Form above = form_of(operands[0]);
  above.constant += form.constant * operands[1]->integer_value;
  return expression_of(quotient(above, operands[1]->integer_value));
}

}  // namespace forewarp::loop::detail
