// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Operands that hand-written PTX has and compilers do not emit: vector registers, register plus constant, minus.
#include <fmt/format.h>

#include "forewarp/frontend/ptx/detail/expression.hpp"
#include "forewarp/frontend/ptx/detail/operand_parser.hpp"

namespace forewarp::ptx::detail {

/// Moves the operands from start on behind those of the additions that come before the instruction; returns how far.
std::uint32_t OperandParser::make_room(std::size_t start) {
  constexpr std::size_t operands_of_an_addition = 3;
  const std::size_t room = operands_of_an_addition * sums_.size();
  auto& pool = function_->operands;
  for (std::size_t i = start; i < pool.size(); ++i)
    if (pool[i].count > 0) pool[i].first += static_cast<std::uint32_t>(room);
  pool.insert(pool.begin() + static_cast<std::ptrdiff_t>(start), room, {});
  labels_.move(start, room);
  for (RegisterSum& sum : sums_) {
    sum.first_operand = static_cast<std::uint32_t>(start);
    start += operands_of_an_addition;
  }
  return static_cast<std::uint32_t>(room);
}

/// Operands of vmad may have a minus before them.
Operand OperandParser::minus() {
  const Token token = lexer_.current();
  Operand out = token.kind == TokenKind::word ? word() : immediate();
  if (out.kind == OperandKind::immediate && !is_float(out.type)) {
    out.bits = std::uint64_t{0} - out.bits;
    out.type = Type::s64;
  } else if (out.kind == OperandKind::reg && out.type != Type::pred) {
    out.negated = true;
  } else {
    lexer_.fail(token, "expected a register or an integer after '-'");
  }
  return out;
}

Operand OperandParser::whole_vector(const Symbol& vector) {
  Operand out;
  out.kind = OperandKind::vector;
  out.component = static_cast<std::uint8_t>(Brackets::braces);
  out.first = static_cast<std::uint32_t>(function_->operands.size());
  out.count = vector.width;
  for (std::uint32_t i = 0; i < vector.width; ++i) {
    Operand element;
    element.kind = OperandKind::reg;
    element.index = vector.index + static_cast<std::int32_t>(i);
    element.type = function_->registers[element.index].type;
    function_->operands.push_back(element);
  }
  return out;
}

/// "v.x": one register of a vector.
Operand OperandParser::element(const Token& token, const Symbol& vector) const {
  const std::string_view name = token.text.substr(token.text.find('.') + 1);
  const std::size_t position = name.size() == 1 ? std::string_view("xyzwrgba").find(name) : std::string_view::npos;
  if (position == std::string_view::npos || position % 4 >= vector.width)
    lexer_.fail(token, fmt::format("expected {} after a vector register of {} elements",
                                   vector.width == 2 ? ".x or .y" : ".x, .y, .z or .w", vector.width));
  Operand out;
  out.kind = OperandKind::reg;
  out.index = vector.index + static_cast<std::int32_t>(position % 4);
  out.type = function_->registers[out.index].type;
  return out;
}

/// "r + 4" as a source operand.
Operand OperandParser::sum(const Token& token, const Operand& base) {
  if (first_) lexer_.fail(token, "the first operand cannot be a register plus a constant");
  const unsigned bytes = size_of(base.type);
  if (is_float(base.type) || base.component != 0 || (bytes != 2 && bytes != 4 && bytes != 8))
    lexer_.fail(token, "a constant can only be added to a whole integer register");
  RegisterSum sum;
  sum.base = base.index;
  sum.offset = take_offset();
  sum.mnemonic = bytes == 8 ? "add.s64" : bytes == 4 ? "add.s32" : "add.s16";
  sum.result = static_cast<std::int32_t>(function_->registers.size());
  function_->registers.push_back({context_.scopes.fresh("%sum"), base.type});
  sums_.push_back(sum);
  Operand out = base;
  out.index = sum.result;
  return out;
}

}  // namespace forewarp::ptx::detail
