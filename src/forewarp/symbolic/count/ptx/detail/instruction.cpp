// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/detail/instruction.hpp"

#include "forewarp/frontend/analysis/register_access.hpp"
#include "forewarp/frontend/ptx/opcode_table.hpp"
#include "forewarp/symbolic/count/ptx/detail/integer_type.hpp"
#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::count::detail {
namespace {

using ptx::Opcode;
using ptx::OperandKind;

}  // namespace

/// The value after an if: a where c holds, b elsewhere. What depends on data is worse than what is
/// not affine, and both are worse than a number: the answer to "may emulation with other data
/// change it" must stay right.
Value chosen(Algebra& algebra, Cond c, const Value& a, const Value& b) {
  if (a == b || c == Algebra::always) return a;
  if (c == Algebra::never) return b;
  if (a.kind == Value::Kind::data || b.kind == Value::Kind::data || c == Algebra::on_data) return Value::unknown(true);
  if (a.kind != b.kind || a.kind == Value::Kind::not_affine || c == Algebra::not_affine) return Value::unknown(false);
  if (a.is_number()) return Value::of(algebra, algebra.choose(c, *a.form, *b.form));
  return Value::of(algebra.either(algebra.both(c, a.condition), algebra.both(algebra.negate(c), b.condition)));
}

Cond Interpreter::guard(const ptx::Instruction& i, const State& state) {
  if (i.guard < 0) return Algebra::always;
  const Cond c = state[static_cast<std::size_t>(i.guard)].as_condition();
  return i.guard_negated ? algebra_.negate(c) : c;
}

/// One instruction on symbolic registers. A guarded instruction leaves the old value where its
/// guard does not hold, so its result is a choice between the two. Anything that is not understood
/// writes "unknown", never nothing.
void Interpreter::execute(const ptx::Instruction& i, State& state, Facts& facts) {
  if (analysis::destination_count(function_, i) == 0) return;
  const auto operands = function_.operands_of(i);
  Value value = Value::unknown(true);
  const bool simple = !operands.empty() && operands[0].kind == OperandKind::reg && operands[0].component == 0;
  const Cond when = guard(i, state);
  try {
    if (simple) value = evaluate(i, state, facts);
  } catch (const symbolic::LimitExceeded&) {
    value = Value::unknown(false);
  }
  bool second = false;  // of p|q
  analysis::for_each_written(function_, i, [&](std::uint32_t reg) {
    Value now = value;
    if (i.opcode == Opcode::setp && !simple) {
      const Cond c = compare(i, state, facts);
      now = Value::of(second ? algebra_.negate(c) : c);
      second = true;
    }
    try {
      state.set(reg, chosen(algebra_, when, now, state[reg]));
    } catch (const symbolic::LimitExceeded&) {
      state.set(reg, Value::unknown(false));
    }
  });
}

Value Interpreter::evaluate(const ptx::Instruction& i, const State& state, Facts& facts) {
  if (i.opcode == Opcode::setp) return Value::of(compare(i, state, facts));
  if (i.opcode == Opcode::ld && i.space == ptx::StateSpace::param && i.vector == 1) return parameter(i);
  if (ptx::reads_beyond_registers(i.opcode)) return Value::unknown(true);
  const auto operands = function_.operands_of(i);
  if (operands.size() < 2 || operands.size() > 5) return Value::unknown(true);
  std::vector<Value> v;
  for (std::size_t n = 1; n < operands.size(); ++n) {
    const bool is_selector = i.opcode == Opcode::selp && n == 3;
    // mul.wide and mad.wide name the type of their factors; cvt its result's first, its source's second.
    ptx::Type type = i.opcode == Opcode::cvt ? i.type(1) : i.type();
    if (is_selector) type = ptx::Type::pred;
    v.push_back(read(operands[n], type, state));
  }
  return compute(i, v, facts);
}

namespace {

/// How many numbers an instruction computes from, of those that arithmetic() and bits() know.
std::size_t sources_of(Opcode opcode) {
  using ptx::Operation;
  const Operation operation = ptx::operation_of(opcode);
  if (operation == Operation::multiply_add) return 3;
  const bool has_one = operation == Operation::move || operation == Operation::address ||
                       operation == Operation::convert || operation == Operation::sign || opcode == Opcode::not_;
  return has_one ? 1 : 2;
}

}  // namespace

Value Interpreter::compute(const ptx::Instruction& i, std::span<const Value> v, Facts& facts) {
  if (i.opcode == Opcode::selp && v.size() == 3) return chosen(algebra_, v[2].as_condition(), v[0], v[1]);
  if (i.type() == ptx::Type::pred) return Value::of(logic(i, v));
  bool known = true, on_data = false;
  std::vector<Form> x;
  for (const Value& one : v) {
    known = known && one.is_number();
    on_data = on_data || one.kind == Value::Kind::data;
    if (known) x.push_back(*one.form);
  }
  if (on_data || !is_integer(i.type()) || i.has("sat")) return Value::unknown(true);
  if (!known) return Value::unknown(false);
  if (x.size() < sources_of(i.opcode)) return Value::unknown(true);  // text that no compiler made
  Value out = arithmetic(i, x, facts);
  return out.is_number() ? out : bits(i, x, facts);
}

}  // namespace forewarp::count::detail
