// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/expression.hpp"

namespace forewarp::loop {

namespace {

/// Operations of trees and the operators that write them.
constexpr std::array operators{
    std::pair{Op::negate, expression::Op::negate},
    std::pair{Op::add, expression::Op::add},
    std::pair{Op::subtract, expression::Op::subtract},
    std::pair{Op::multiply, expression::Op::multiply},
    std::pair{Op::divide, expression::Op::divide},
    std::pair{Op::floor_div, expression::Op::floor_divide},
    std::pair{Op::modulo, expression::Op::remainder},
    std::pair{Op::less, expression::Op::less},
    std::pair{Op::less_equal, expression::Op::less_equal},
    std::pair{Op::less, expression::Op::greater},
    std::pair{Op::less_equal, expression::Op::greater_equal},
    std::pair{Op::equal, expression::Op::equal},
    std::pair{Op::not_equal, expression::Op::not_equal},
    std::pair{Op::logical_and, expression::Op::logical_and},
    std::pair{Op::logical_or, expression::Op::logical_or},
    std::pair{Op::logical_not, expression::Op::logical_not},
};

const expression::Operator* operator_of(Op op, expression::Language language) {
  const auto found = std::ranges::find(operators, op, [](const auto& pair) { return pair.first; });
  return found == operators.end() ? nullptr : expression::operator_of(found->second, language);
}

/// With blanks, but for products and quotients: a*b + c/d.
std::string symbol(Op op) {
  const std::string text(spelling(op, expression::Language::loop));
  if (op == Op::logical_not) return text + " ";
  return op == Op::multiply || op == Op::divide || op == Op::floor_div ? text : " " + text + " ";
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

/// sum(k, body), and sum((k, l), body) for several loops.
std::string reduction(const Expression& e) {
  const std::string body = write(e.operands[0], 0);
  if (e.loops.size() == 1) return fmt::format("{}({}, {})", e.name, e.loops[0], body);
  return fmt::format("{}(({}), {})", e.name, fmt::join(e.loops, ", "), body);
}

std::string atom(const Expression& e) {
  if (e.op == Op::integer) return std::to_string(e.integer_value);
  if (e.op == Op::real) return number(e.real_value);
  if (e.op == Op::name) return e.name;
  if (e.op == Op::subscript)
    return fmt::format("{}{}{}[{}]", e.name, e.tag.empty() ? "" : "$", e.tag, list(e.operands));
  if (e.op == Op::call) return fmt::format("{}({})", e.name, list(e.operands));
  if (e.op == Op::cast) return fmt::format("{}({})", name_of(e.type), list(e.operands));
  return reduction(e);
}

/// `outer` is how tightly the surroundings bind: parentheses are needed if this operator binds less
/// tightly. Operators associate to the left, so a right operand must bind one step more tightly:
/// a - b - c stands for (a - b) - c, while a - (b - c) keeps its parentheses. Reading the text gives
/// the same tree. Negative literals are put in parentheses where a sign would follow an operator:
/// 2*(-3).
std::string write(const ExpressionPtr& e, int outer) {
  const int mine = precedence(e->op);
  std::string text;
  if (mine == tightest) {
    text = atom(*e);
  } else if (e->op == Op::select) {
    text = fmt::format("{} ? {} : {}", write(e->operands[0], mine + 1), write(e->operands[1], mine + 1),
                       write(e->operands[2], mine));
  } else if (e->operands.size() == 1) {
    text = (e->op == Op::negate ? "-" : symbol(e->op)) + write(e->operands[0], mine);
  } else {
    text = write(e->operands[0], mine) + symbol(e->op) + write(e->operands[1], mine + 1);
  }
  const bool negative = (e->op == Op::integer && e->integer_value < 0) || (e->op == Op::real && e->real_value < 0);
  return mine < outer || (negative && outer > precedence(Op::add)) ? "(" + text + ")" : text;
}

}  // namespace

int precedence(Op op) {
  if (op == Op::select) return 0;
  const expression::Operator* found = operator_of(op, expression::Language::loop);
  return found != nullptr ? found->precedence : tightest;
}

std::string_view spelling(Op op, expression::Language language) {
  const expression::Operator* found = operator_of(op, language);
  return found != nullptr ? found->spelling : "";
}

Op operation_of(expression::Op op) {
  const auto found = std::ranges::find(operators, op, [](const auto& pair) { return pair.second; });
  FOREWARP_ASSERT(found != operators.end(), "loop programs have no other operators");
  return found->first;
}

std::string to_text(const ExpressionPtr& e) { return write(e, 0); }

}  // namespace forewarp::loop
