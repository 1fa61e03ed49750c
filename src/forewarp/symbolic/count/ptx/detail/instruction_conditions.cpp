// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/detail/instruction.hpp"

#include "forewarp/frontend/ptx/comparison.hpp"
#include "forewarp/symbolic/count/ptx/detail/integer_type.hpp"

namespace forewarp::count::detail {

using ptx::Opcode;

namespace {

std::optional<ptx::Comparison> comparison_of(const ptx::Instruction& i) {
  const auto suffixes = i.suffixes();
  return suffixes.empty() ? std::nullopt : ptx::comparison_named(suffixes[0]);
}

}  // namespace

Cond Interpreter::logic(const ptx::Instruction& i, std::span<const Value> v) {
  const Cond a = v[0].as_condition(), b = v.size() > 1 ? v[1].as_condition() : Algebra::always;
  if (i.opcode == Opcode::mov) return a;
  if (i.opcode == Opcode::not_) return algebra_.negate(a);
  if (i.opcode == Opcode::and_) return algebra_.both(a, b);
  if (i.opcode == Opcode::or_) return algebra_.either(a, b);
  if (i.opcode == Opcode::xor_)
    return algebra_.either(algebra_.both(a, algebra_.negate(b)), algebra_.both(algebra_.negate(a), b));
  return a == Algebra::on_data || b == Algebra::on_data ? Algebra::on_data : Algebra::not_affine;
}

Cond Interpreter::compare(const ptx::Instruction& i, const State& state, Facts& facts) {
  const auto operands = function_.operands_of(i);
  const auto relation = comparison_of(i);
  if (operands.size() < 3) return Algebra::on_data;
  const Value a = read(operands[1], i.type(), state), b = read(operands[2], i.type(), state);
  if (a.kind == Value::Kind::data || b.kind == Value::Kind::data || !is_integer(i.type()) || !relation) {
    return Algebra::on_data;
  }
  if (!a.is_number() || !b.is_number()) return Algebra::not_affine;
  const Form less = *b.form - *a.form;  // a < b where less >= 1
  Cond c = Algebra::not_affine;
  switch (*relation) {
    case ptx::Comparison::equal:
      c = algebra_.zero(less);
      break;
    case ptx::Comparison::not_equal:
      c = algebra_.negate(algebra_.zero(less));
      break;
    case ptx::Comparison::less:
    case ptx::Comparison::greater_equal:
      c = algebra_.at_least(plus(less, -1));
      break;
    case ptx::Comparison::greater:
    case ptx::Comparison::less_equal:
      c = algebra_.at_least(less);
      break;
  }
  if (is_unsigned(i.type()) && *relation != ptx::Comparison::equal && *relation != ptx::Comparison::not_equal) {
    // As unsigned numbers, those below 0 are above all others.
    const Cond a_low = facts.proves_at_least_zero(*a.form) ? Algebra::always : algebra_.at_least(*a.form);
    const Cond b_low = facts.proves_at_least_zero(*b.form) ? Algebra::always : algebra_.at_least(*b.form);
    const Cond a_high = algebra_.negate(a_low), b_high = algebra_.negate(b_low);
    const Cond same = algebra_.either(algebra_.both(a_low, b_low), algebra_.both(a_high, b_high));
    c = algebra_.either(algebra_.both(same, c), algebra_.both(a_low, b_high));
  }
  const bool reversed = *relation == ptx::Comparison::greater_equal || *relation == ptx::Comparison::greater;
  if (reversed) c = algebra_.negate(c);
  if (operands.size() == 4) {  // setp.lt.and.s32 p, a, b, q
    const Cond with = read(operands[3], ptx::Type::pred, state).as_condition();
    if (i.has("and")) return algebra_.both(c, with);
    if (i.has("or")) return algebra_.either(c, with);
    return Algebra::not_affine;
  }
  return c;
}

}  // namespace forewarp::count::detail
