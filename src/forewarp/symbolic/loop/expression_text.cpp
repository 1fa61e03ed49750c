// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "forewarp/symbolic/loop/expression.hpp"

namespace forewarp::loop {

namespace {

std::string_view symbol(Op op) {
  switch (op) {
    case Op::logical_or:
      return " or ";
    case Op::logical_and:
      return " and ";
    case Op::equal:
      return " == ";
    case Op::not_equal:
      return " != ";
    case Op::less:
      return " < ";
    case Op::less_equal:
      return " <= ";
    case Op::add:
      return " + ";
    case Op::subtract:
      return " - ";
    case Op::multiply:
      return "*";
    case Op::divide:
      return "/";
    case Op::floor_div:
      return "//";
    case Op::modulo:
      return " % ";
    case Op::negate:
      return "-";
    case Op::logical_not:
      return "not ";
    default:
      return "";
  }
}

std::string write(const ExpressionPtr& e, int outer);

std::string list(const std::vector<ExpressionPtr>& operands) {
  std::string text;
  for (const auto& operand : operands) text += (text.empty() ? "" : ", ") + write(operand, 0);
  return text;
}

/// "1.5", "2.0": never written like an integer.
std::string number(double value) {
  std::string text = fmt::format("{}", value);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

std::string reduction(const Expression& e) {
  const std::string body = write(e.operands[0], 0);
  if (e.loops.size() == 1) return fmt::format("{}({}, {})", e.name, e.loops[0], body);
  return fmt::format("{}(({}), {})", e.name, fmt::join(e.loops, ", "), body);
}

std::string atom(const Expression& e) {
  switch (e.op) {
    case Op::integer:
      return std::to_string(e.integer_value);
    case Op::real:
      return number(e.real_value);
    case Op::name:
      return e.name;
    case Op::subscript:
      return fmt::format("{}{}{}[{}]", e.name, e.tag.empty() ? "" : "$", e.tag, list(e.operands));
    case Op::call:
      return fmt::format("{}({})", e.name, list(e.operands));
    case Op::cast:
      return fmt::format("{}({})", name_of(e.type), list(e.operands));
    default:
      return reduction(e);
  }
}

std::string write(const ExpressionPtr& e, int outer) {
  const int mine = precedence(e->op);
  std::string text;
  if (mine == 9) {
    text = atom(*e);
  } else if (e->op == Op::select) {
    text = fmt::format("{} ? {} : {}", write(e->operands[0], mine + 1), write(e->operands[1], mine + 1),
                       write(e->operands[2], mine));
  } else if (e->operands.size() == 1) {
    text = std::string{symbol(e->op)} + write(e->operands[0], mine);
  } else {
    text = write(e->operands[0], mine) + std::string{symbol(e->op)} + write(e->operands[1], mine + 1);
  }
  const bool negative = (e->op == Op::integer && e->integer_value < 0) || (e->op == Op::real && e->real_value < 0);
  return mine < outer || (negative && outer > 6) ? "(" + text + ")" : text;
}

}  // namespace

int precedence(Op op) {
  switch (op) {
    case Op::select:
      return 1;
    case Op::logical_or:
      return 2;
    case Op::logical_and:
      return 3;
    case Op::equal:
    case Op::not_equal:
      return 4;
    case Op::less:
    case Op::less_equal:
      return 5;
    case Op::add:
    case Op::subtract:
      return 6;
    case Op::multiply:
    case Op::divide:
    case Op::floor_div:
    case Op::modulo:
      return 7;
    case Op::negate:
    case Op::logical_not:
      return 8;
    default:
      return 9;
  }
}

std::string to_text(const ExpressionPtr& e) { return write(e, 0); }

}  // namespace forewarp::loop
