// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/count/ptx/detail/instruction.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "forewarp/ptx/comparison.hpp"
#include "forewarp/ptx/dataflow.hpp"
#include "forewarp/symbolic/errors.hpp"

namespace forewarp::count::detail {
namespace {

using ptx::Opcode;
using ptx::OperandKind;
using ptx::Special;

constexpr std::int64_t two_to_32 = std::int64_t{1} << 32;

bool is_integer(ptx::Type type) {
  switch (type) {
    case ptx::Type::b8:
    case ptx::Type::b16:
    case ptx::Type::b32:
    case ptx::Type::b64:
    case ptx::Type::u8:
    case ptx::Type::u16:
    case ptx::Type::u32:
    case ptx::Type::u64:
    case ptx::Type::s8:
    case ptx::Type::s16:
    case ptx::Type::s32:
    case ptx::Type::s64:
      return true;
    default:
      return false;
  }
}

std::int64_t number_of(const ptx::Operand& operand, ptx::Type type) {
  const auto bits = static_cast<std::int64_t>(operand.bits);
  if (ptx::size_of(type) == 4) return static_cast<std::int32_t>(bits);
  if (ptx::size_of(type) == 2 && ptx::is_signed(type)) return static_cast<std::int16_t>(bits);
  return bits;
}

/// Results that come from memory, from other lanes or from a clock.
bool reads_data(Opcode o) {
  switch (o) {
    case Opcode::ld:
    case Opcode::ldu:
    case Opcode::atom:
    case Opcode::shfl:
    case Opcode::vote:
    case Opcode::match:
    case Opcode::redux:
    case Opcode::activemask:
    case Opcode::elect:
    case Opcode::call:
    case Opcode::ldmatrix:
    case Opcode::tex:
    case Opcode::mbarrier:
      return true;
    default:
      return false;
  }
}

std::optional<ptx::Comparison> comparison_of(const ptx::Instruction& i) {
  const auto suffixes = i.suffixes();
  return suffixes.empty() ? std::nullopt : ptx::comparison_named(suffixes[0]);
}

bool is_unsigned(ptx::Type type) {
  return type == ptx::Type::u8 || type == ptx::Type::u16 || type == ptx::Type::u32 || type == ptx::Type::u64;
}

}  // namespace

std::string argument_name(const std::string& name, const ptx::Variable& parameter, std::uint32_t offset) {
  return offset > 0 || parameter.is_array ? name + "_" + std::to_string(offset) : name;
}

Value chosen(Algebra& algebra, Cond c, const Value& a, const Value& b) {
  if (a == b || c == Algebra::always) return a;
  if (c == Algebra::never) return b;
  if (a.kind == Value::Kind::data || b.kind == Value::Kind::data || c == Algebra::on_data) return Value::unknown(true);
  if (a.kind != b.kind || a.kind == Value::Kind::not_affine || c == Algebra::not_affine) return Value::unknown(false);
  if (a.is_number()) return Value::of(algebra.choose(c, *a.form, *b.form));
  return Value::of(algebra.either(algebra.both(c, a.condition), algebra.both(algebra.negate(c), b.condition)));
}

Value Interpreter::special(const ptx::Operand& operand) {
  const std::uint32_t axis = operand.component;
  if (axis > 2) return Value::of(Form());  // .w
  switch (operand.special) {
    case Special::tid:
      return Value::of(algebra_.launch_symbol(SymbolKind::thread_index, axis));
    case Special::ctaid:
      return Value::of(algebra_.launch_symbol(SymbolKind::block_index, axis));
    case Special::ntid:
      return Value::of(algebra_.launch_symbol(SymbolKind::block_size, axis));
    case Special::nctaid:
      return Value::of(algebra_.launch_symbol(SymbolKind::grid_size, axis));
    case Special::warp_sz:
      return Value::of(Form::of(32));
    case Special::laneid:
    case Special::warpid:
      return Value::unknown(false);
    default:
      return Value::unknown(true);
  }
}

Value Interpreter::read(const ptx::Operand& operand, ptx::Type type, const State& state) {
  switch (operand.kind) {
    case OperandKind::reg: {
      if (operand.component != 0) return Value::unknown(false);
      Value v = state[static_cast<std::size_t>(operand.index)];
      if (operand.negated && v.kind == Value::Kind::predicate) v.condition = algebra_.negate(v.condition);
      return v;
    }
    case OperandKind::immediate:
      if (ptx::is_float(operand.type)) return Value::unknown(true);
      if (type == ptx::Type::pred) return Value::of(operand.bits != 0 ? Algebra::always : Algebra::never);
      return Value::of(Form::of(number_of(operand, type)));
    case OperandKind::special:
      return special(operand);
    case OperandKind::symbol:
      return Value::of(plus(algebra_.base(std::string(operand.name)), operand.offset));
    default:
      return Value::unknown(true);
  }
}

Value Interpreter::address(const ptx::Operand& operand, const State& state) {
  if (operand.kind != OperandKind::address || operand.count > 0) return Value::unknown(true);
  if (operand.index >= 0) {
    const Value& base = state[static_cast<std::size_t>(operand.index)];
    return base.is_number() ? Value::of(plus(*base.form, operand.offset)) : base;
  }
  if (!operand.name.empty()) return Value::of(plus(algebra_.base(std::string(operand.name)), operand.offset));
  return Value::of(Form::of(operand.offset));
}

Value Interpreter::parameter(const ptx::Instruction& i) {
  const auto operands = function_.operands_of(i);
  if (operands.size() < 2 || operands[1].kind != OperandKind::address || operands[1].index >= 0 ||
      !is_integer(i.type())) {
    return Value::unknown(true);
  }
  const auto& parameters = function_.parameters;
  const auto it =
      std::find_if(parameters.begin(), parameters.end(), [&](const auto& p) { return p.name == operands[1].name; });
  if (it == parameters.end() || operands[1].offset < 0) return Value::unknown(true);
  const auto number = static_cast<std::size_t>(it - parameters.begin());
  if (number >= names_.size()) return Value::unknown(true);
  const auto offset = static_cast<std::uint32_t>(operands[1].offset);
  return Value::of(algebra_.argument(static_cast<std::uint32_t>(number), offset, ptx::size_of(i.type()),
                                     argument_name(names_[number], *it, offset)));
}

Cond Interpreter::guard(const ptx::Instruction& i, const State& state) {
  if (i.guard < 0) return Algebra::always;
  const Cond c = state[static_cast<std::size_t>(i.guard)].as_condition();
  return i.guard_negated ? algebra_.negate(c) : c;
}

void Interpreter::execute(const ptx::Instruction& i, State& state, Facts& facts) {
  if (ptx::destination_count(function_, i) == 0) return;
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
  ptx::for_each_written(function_, i, [&](std::uint32_t reg) {
    Value now = value;
    if (i.opcode == Opcode::setp && !simple) {
      const Cond c = compare(i, state, facts);
      now = Value::of(second ? algebra_.negate(c) : c);
      second = true;
    }
    try {
      state[reg] = chosen(algebra_, when, now, state[reg]);
    } catch (const symbolic::LimitExceeded&) {
      state[reg] = Value::unknown(false);
    }
  });
}

Value Interpreter::evaluate(const ptx::Instruction& i, const State& state, Facts& facts) {
  if (i.opcode == Opcode::setp) return Value::of(compare(i, state, facts));
  if (i.opcode == Opcode::ld && i.space == ptx::StateSpace::param && i.vector == 1) return parameter(i);
  if (reads_data(i.opcode)) return Value::unknown(true);
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
  switch (opcode) {
    case Opcode::mov:
    case Opcode::cvta:
    case Opcode::cvt:
    case Opcode::neg:
    case Opcode::abs:
    case Opcode::not_:
      return 1;
    case Opcode::mad:
      return 3;
    default:
      return 2;
  }
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

Cond Interpreter::logic(const ptx::Instruction& i, std::span<const Value> v) {
  const Cond a = v[0].as_condition(), b = v.size() > 1 ? v[1].as_condition() : Algebra::always;
  switch (i.opcode) {
    case Opcode::mov:
      return a;
    case Opcode::not_:
      return algebra_.negate(a);
    case Opcode::and_:
      return algebra_.both(a, b);
    case Opcode::or_:
      return algebra_.either(a, b);
    case Opcode::xor_:
      return algebra_.either(algebra_.both(a, algebra_.negate(b)), algebra_.both(algebra_.negate(a), b));
    default:
      return a == Algebra::on_data || b == Algebra::on_data ? Algebra::on_data : Algebra::not_affine;
  }
}

Value Interpreter::arithmetic(const ptx::Instruction& i, std::span<const Form> x, Facts& facts) {
  switch (i.opcode) {
    case Opcode::mov:
    case Opcode::cvta:
      return Value::of(x[0]);
    case Opcode::cvt: {
      if (!is_integer(i.type(1))) return Value::unknown(true);
      const unsigned to = ptx::size_of(i.type());
      const std::int64_t most = to >= 4 ? Algebra::infinite : (std::int64_t{1} << (8 * to)) - 1;
      if (to < 4 && (algebra_.lower(x[0]) < 0 || algebra_.upper(x[0]) > most)) return Value::unknown(false);
      return Value::of(x[0]);
    }
    case Opcode::add:
      return Value::of(x[0] + x[1]);
    case Opcode::sub:
      return Value::of(x[0] - x[1]);
    case Opcode::neg:
      return Value::of(scaled(x[0], -1));
    case Opcode::mul:
      if (i.has("hi")) {
        // floor(a b / 2^bits), for a multiplier that is a number: division by a constant.
        if (!x[1].is_constant() || ptx::size_of(i.type()) != 4) return Value::unknown(false);
        const std::int64_t m = is_unsigned(i.type()) ? x[1].constant & (two_to_32 - 1) : x[1].constant;
        return Value::of(algebra_.floor(scaled(x[0], m), two_to_32));
      }
      return Value::of(algebra_.multiply(x[0], x[1]));
    case Opcode::mad:
      if (i.has("hi") || x.size() != 3) return Value::unknown(false);
      return Value::of(algebra_.multiply(x[0], x[1]) + x[2]);
    case Opcode::min:
      return Value::of(algebra_.choose(algebra_.at_least(x[1] - x[0]), x[0], x[1]));
    case Opcode::max:
      return Value::of(algebra_.choose(algebra_.at_least(x[0] - x[1]), x[0], x[1]));
    case Opcode::abs:
      return Value::of(algebra_.choose(algebra_.at_least(x[0]), x[0], scaled(x[0], -1)));
    case Opcode::div:
    case Opcode::rem: {
      if (!x[1].is_constant() || x[1].constant <= 0 || !facts.proves_at_least_zero(x[0])) return Value::unknown(false);
      const Form q = algebra_.floor(x[0], x[1].constant);
      return Value::of(i.opcode == Opcode::div ? q : combine(1, x[0], -x[1].constant, q));
    }
    default:
      return Value::unknown(false);
  }
}

Value Interpreter::masked(const Form& x, std::uint64_t mask, bool wide) {
  if (!wide) mask = static_cast<std::uint32_t>(mask);
  const std::uint64_t all = wide ? ~std::uint64_t{0} : 0xffffffffU;
  if (mask == all || mask == 0xffffffffU) return Value::of(x);  // 32-bit numbers do not wrap round
  if (mask == 0) return Value::of(Form());
  const int low = std::countr_zero(mask), width = std::popcount(mask);
  if (((mask >> low) + 1) != (std::uint64_t{1} << width) || low > 40) return Value::unknown(false);
  const std::int64_t unit = std::int64_t{1} << low;
  const Form above = low == 0 ? x : scaled(algebra_.floor(x, unit), unit);
  const bool reaches_top = low + width >= (wide ? 63 : 31);  // nothing is cut off above
  if (reaches_top && (low > 0 || low + width < (wide ? 64 : 32))) return Value::of(above);
  if (low + width > 40) return Value::of(above);
  const std::int64_t over = std::int64_t{1} << (low + width);
  return Value::of(combine(1, above, -over, algebra_.floor(x, over)));
}

Value Interpreter::bits(const ptx::Instruction& i, std::span<const Form> x, Facts& facts) {
  const bool wide = ptx::size_of(i.type()) == 8;
  const auto number = [&](std::size_t n) { return x.size() > n && x[n].is_constant(); };
  const auto is_shift = [&] { return number(1) && x[1].constant >= 0 && x[1].constant < 32; };
  switch (i.opcode) {
    case Opcode::shl:
      if (!is_shift()) return Value::unknown(false);
      return Value::of(scaled(x[0], std::int64_t{1} << x[1].constant));
    case Opcode::shr:
      if (number(1) && x[1].constant == 63 && facts.proves_at_least_zero(x[0])) return Value::of(Form());
      if (!is_shift() || (!ptx::is_signed(i.type()) && !facts.proves_at_least_zero(x[0]))) return Value::unknown(false);
      return Value::of(algebra_.floor(x[0], std::int64_t{1} << x[1].constant));
    case Opcode::and_:
      if (number(0)) return masked(x[1], static_cast<std::uint64_t>(x[0].constant), wide);
      if (number(1)) return masked(x[0], static_cast<std::uint64_t>(x[1].constant), wide);
      return Value::unknown(false);
    case Opcode::not_:
      return Value::of(plus(scaled(x[0], -1), -1));
    case Opcode::or_: {
      // No bit in common: one is a multiple of a power of two that the other is below.
      for (std::size_t n = 0; n < 2; ++n) {
        const Form& high = x[n];
        const Form& low = x[1 - n];
        const auto step = static_cast<std::uint64_t>(std::gcd(high.content(), high.constant));
        const std::int64_t power = step == 0 ? 0 : std::int64_t{1} << std::min(std::countr_zero(step), 40);
        if (power > 1 && algebra_.lower(low) >= 0 && algebra_.upper(low) < power) return Value::of(x[0] + x[1]);
        if (step == 0) return Value::of(low);
      }
      return Value::unknown(false);
    }
    default:
      return Value::unknown(false);
  }
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
    // As unsigned numbers, those below 0 stand above all others.
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
