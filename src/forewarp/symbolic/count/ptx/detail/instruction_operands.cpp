// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/ptx/detail/instruction.hpp"

#include <algorithm>

#include "forewarp/symbolic/count/ptx/detail/integer_type.hpp"

namespace forewarp::count::detail {

using ptx::OperandKind;
using ptx::Special;

namespace {

/// Immediates are stored as bits; as a value of the instruction's type 0xffffffff is -1 for 32
/// bits, signed or not: an unsigned -1 is used as "minus one" in address arithmetic far more often
/// than as 4294967295.
std::int64_t number_of(const ptx::Operand& operand, ptx::Type type) {
  const auto bits = static_cast<std::int64_t>(operand.bits);
  if (ptx::size_of(type) == 4) return static_cast<std::int32_t>(bits);
  if (ptx::size_of(type) == 2 && ptx::is_signed(type)) return static_cast<std::int16_t>(bits);
  return bits;
}

}  // namespace

/// The name of a size: the parameter's, or name_OFFSET for a member of a struct that is passed by
/// value.
std::string argument_name(const std::string& name, const ptx::Variable& parameter, std::uint32_t offset) {
  return offset > 0 || parameter.is_array ? name + "_" + std::to_string(offset) : name;
}

Value Interpreter::special(const ptx::Operand& operand) {
  const std::uint32_t axis = operand.component;
  if (axis > 2) return as_value(Form());  // .w
  if (operand.special == Special::tid) return as_value(algebra_.launch_symbol(SymbolKind::thread_index, axis));
  if (operand.special == Special::ctaid) return as_value(algebra_.launch_symbol(SymbolKind::block_index, axis));
  if (operand.special == Special::ntid) return as_value(algebra_.launch_symbol(SymbolKind::block_size, axis));
  if (operand.special == Special::nctaid) return as_value(algebra_.launch_symbol(SymbolKind::grid_size, axis));
  if (operand.special == Special::warp_sz) return as_value(Form::of(32));
  // Depends on the thread in a way that is not affine (remainder of the linear index); not on
  // data.
  if (operand.special == Special::laneid || operand.special == Special::warpid) return Value::unknown(false);
  return Value::unknown(true);
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
      return as_value(Form::of(number_of(operand, type)));
    case OperandKind::special:
      return special(operand);
    case OperandKind::symbol:
      return as_value(plus(algebra_.base(std::string(operand.name)), operand.offset));
    case OperandKind::label:
    case OperandKind::address:
    case OperandKind::vector:
    case OperandKind::sink:
      break;
  }
  return Value::unknown(true);
}

Value Interpreter::address(const ptx::Operand& operand, const State& state) {
  if (operand.kind != OperandKind::address || operand.count > 0) return Value::unknown(true);
  if (operand.index >= 0) {
    const Value& base = state[static_cast<std::size_t>(operand.index)];
    return base.is_number() ? as_value(plus(*base.form, operand.offset)) : base;
  }
  if (!operand.name.empty()) return as_value(plus(algebra_.base(std::string(operand.name)), operand.offset));
  return as_value(Form::of(operand.offset));
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
  return as_value(algebra_.argument(static_cast<std::uint32_t>(number), offset, ptx::size_of(i.type()),
                                    argument_name(names_[number], *it, offset)));
}

}  // namespace forewarp::count::detail
