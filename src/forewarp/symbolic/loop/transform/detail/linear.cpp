// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/detail/linear.hpp"

#include "forewarp/symbolic/loop/affine.hpp"

namespace forewarp::loop::detail {

namespace {

/// Factors and constants stay below this, so that ranges of loops times them fit 64 bits.
constexpr std::int64_t limit = std::int64_t{1} << 31;

bool fits(std::int64_t value) { return value > -limit && value < limit; }

std::optional<Linear> scaled(std::optional<Linear> form, std::int64_t factor) {
  if (!form || !fits(factor)) return std::nullopt;
  Linear result{{}, form->constant * factor};
  if (!fits(result.constant)) return std::nullopt;
  for (const auto& [name, value] : form->terms) {
    if (!fits(value * factor)) return std::nullopt;
    if (factor != 0) result.terms[name] = value * factor;
  }
  return result;
}

std::optional<Linear> sum(std::optional<Linear> a, const std::optional<Linear>& b) {
  if (!a || !b || !fits(a->constant + b->constant)) return std::nullopt;
  a->constant += b->constant;
  for (const auto& [name, value] : b->terms) {
    std::int64_t& here = a->terms[name];
    here += value;
    if (!fits(here)) return std::nullopt;
    if (here == 0) a->terms.erase(name);
  }
  return a;
}

}  // namespace

/// Stricter than affine: no floors and no remainders, and a parameter is a symbol like a loop.
/// Enough for subscripts that a prefetch copies, whose extent must be known along each loop
/// separately.
std::optional<Linear> linear_of(const Program& program, const ExpressionPtr& e) {
  if (const auto value = constant_value(program, e))
    return fits(*value) ? std::optional<Linear>{Linear{{}, *value}} : std::nullopt;
  if (e->op == Op::name)
    return program.variables.contains(e->name) ? std::nullopt : std::optional<Linear>{Linear{{{e->name, 1}}, 0}};
  if (e->op == Op::negate) return scaled(linear_of(program, e->operands[0]), -1);
  if (e->op == Op::add) return sum(linear_of(program, e->operands[0]), linear_of(program, e->operands[1]));
  if (e->op == Op::subtract)
    return sum(linear_of(program, e->operands[0]), scaled(linear_of(program, e->operands[1]), -1));
  if (e->op == Op::multiply) {
    for (const std::size_t side : {0U, 1U})
      if (const auto factor = constant_value(program, e->operands[side]))
        return scaled(linear_of(program, e->operands[1 - side]), *factor);
    return std::nullopt;
  }
  return std::nullopt;
}

/// In the order of the names, without factors of 1: {i: 2, j: -1} and 3 give 2*i - j + 3.
ExpressionPtr expression_of(const Linear& form) {
  ExpressionPtr result;
  const auto append = [&](const ExpressionPtr& part, bool negative) {
    if (!result)
      result = negative ? make(Op::negate, {part}) : part;
    else
      result = make(negative ? Op::subtract : Op::add, {result, part});
  };
  for (const auto& [symbol, factor] : form.terms) {
    const std::int64_t size = factor < 0 ? -factor : factor;
    append(size == 1 ? name(symbol) : make(Op::multiply, {integer(size), name(symbol)}), factor < 0);
  }
  if (!result) return integer(form.constant);
  if (form.constant != 0) append(integer(form.constant < 0 ? -form.constant : form.constant), form.constant < 0);
  return result;
}

}  // namespace forewarp::loop::detail
