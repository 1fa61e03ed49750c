// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/generate/detail/c_expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "forewarp/symbolic/loop/detail/simplify.hpp"
#include "forewarp/symbolic/loop/generate/detail/dialect.hpp"

namespace forewarp::loop::detail {

namespace {

/// A cast is a prefix in C and a call in our text.
int binding(Op op) { return precedence(op == Op::cast ? Op::negate : op); }

/// As C writes it, which is as PTX does; products of indices without blanks.
std::string symbol(Op op, bool tight) {
  const std::string text(spelling(op, expression::Language::ptx));
  return tight && op == Op::multiply ? text : " " + text + " ";
}

/// C has no negative literals: -2147483648 is a minus before 2147483648, which no longer is an int.
std::string whole_literal(std::int64_t value) {
  if (value == std::numeric_limits<std::int64_t>::min()) return "(-9223372036854775807LL - 1)";
  if (value == std::numeric_limits<std::int32_t>::min()) return "(-2147483647 - 1)";
  const bool wide = value != static_cast<std::int32_t>(value);
  return fmt::format("{}{}", value, wide ? "L" : "");
}

bool is_arithmetic(Op op) {
  return op == Op::add || op == Op::subtract || op == Op::multiply || op == Op::floor_div || op == Op::modulo ||
         op == Op::negate;
}

}  // namespace

/// Names of the program that mean something in a target become my_NAME. All targets share one list
/// of such names, so the same program has the same names in each of them.
CExpressions::CExpressions(const Program& program, Target target, const std::map<std::string, ExpressionPtr>& values)
    : program_(program), target_(target), values_(values) {
  std::set<std::string> taken;
  for (const auto& [name, variable] : program.variables) taken.insert(name);
  for (const std::string& loop : program.loops()) taken.insert(loop);
  for (const std::string& parameter : program.parameters()) taken.insert(parameter);
  taken.insert(program.name);
  std::set<std::string> reserved;
  for (const std::string& name : taken)
    if (is_reserved(name)) reserved.insert(name);
  for (const std::string& name : reserved) {
    std::string other = "my_" + name;
    while (taken.contains(other)) other += "_";
    taken.insert(other);
    renamed_[name] = other;
  }
}

std::string CExpressions::c_name(const std::string& name) const {
  const auto found = renamed_.find(name);
  return found == renamed_.end() ? name : found->second;
}

bool CExpressions::is_index(const ExpressionPtr& e) const {
  bool index = true;
  walk(e, [&](const Expression& node) {
    const bool name = node.op == Op::name && !program_.variables.contains(node.name);
    index = index && (name || node.op == Op::integer || is_arithmetic(node.op));
  });
  return index;
}

std::string CExpressions::value(const ExpressionPtr& e, const symbolic::Set& known) { return write(e, 0, known); }

std::string CExpressions::index(const ExpressionPtr& e, const symbolic::Set& known) {
  return write(simplify(e, values_), 0, known);
}

/// Index arithmetic is simplified as a whole and then written; simple_ keeps the parts from being
/// simplified again, which would cost O(depth) per level. Loops on groups and work-items are
/// replaced by their ids (values_).
std::string CExpressions::write(const ExpressionPtr& e, int outer, const symbolic::Set& known) {
  if (e->op == Op::name && values_.contains(e->name)) return write(values_.at(e->name), outer, known);
  if (!simple_ && is_arithmetic(e->op) && is_index(e)) {
    simple_ = true;
    std::string text = write(simplify(e, values_), outer, known);
    simple_ = false;
    return text;
  }
  int mine = binding(e->op);
  std::string text;
  if (mine == tightest)
    text = atom(e, known);
  else if (e->op == Op::floor_div || e->op == Op::modulo)
    text = whole_division(e, mine, known);
  else
    text = binary(e, mine, known);
  const bool negative = (e->op == Op::integer && e->integer_value < 0) || text.starts_with('-');
  const bool casts = e->op == Op::real && text.starts_with('(');
  return mine < outer || ((negative || casts) && outer > precedence(Op::add)) ? "(" + text + ")" : text;
}

std::string CExpressions::binary(const ExpressionPtr& e, int mine, const symbolic::Set& known) {
  if (e->op == Op::cast)
    return fmt::format("({}) {}", type_word(target_, e->type), write(e->operands[0], tightest, known));
  if (e->op == Op::select)
    return fmt::format("{} ? {} : {}", write(e->operands[0], mine + 1, known), write(e->operands[1], mine + 1, known),
                       write(e->operands[2], mine, known));
  if (e->operands.size() == 1) return (e->op == Op::negate ? "-" : "!") + write(e->operands[0], mine, known);
  return write(e->operands[0], mine, known) + symbol(e->op, is_index(e)) + write(e->operands[1], mine + 1, known);
}

/// Our // and % round down, C's / and % towards zero. The two agree for numerators that are never
/// negative, which isl proves from what is known at the place; only then the plain operators are
/// written. Otherwise helpers are called: for i = 0, (i - 1)//4 is -1, while C's (i - 1)/4 is 0.
std::string CExpressions::whole_division(const ExpressionPtr& e, int& mine, const symbolic::Set& known) {
  const bool remainder = e->op == Op::modulo;
  const bool plain = e->operands[1]->op == Op::integer && e->operands[1]->integer_value > 0 &&
                     is_index(e->operands[0]) && is_never_negative(simplify(e->operands[0], values_), known);
  if (plain)
    return write(e->operands[0], mine, known) + (remainder ? " % " : "/") + write(e->operands[1], mine + 1, known);
  (remainder ? uses_modulo : uses_floor_div) = true;
  mine = tightest;
  return fmt::format("{}({}, {})", remainder ? "modulo" : "floor_div", write(e->operands[0], 0, known),
                     write(e->operands[1], 0, known));
}

std::string CExpressions::atom(const ExpressionPtr& e, const symbolic::Set& known) {
  if (e->op == Op::integer) return whole_literal(e->integer_value);
  if (e->op == Op::real) return literal(target_, e->real_value, e->type);
  if (e->op == Op::name) return c_name(e->name);
  if (e->op == Op::subscript) return element(e, known);
  return called(e, known);
}

std::string CExpressions::called(const ExpressionPtr& e, const symbolic::Set& known) {
  // Bounds such as min(15, n - 1) come without types: whole numbers.
  const Type type = e->type == Type::unknown ? Type::i32 : e->type;
  std::vector<std::string> arguments;
  for (const ExpressionPtr& operand : e->operands) {
    // C++ templates and OpenCL's overloads need equal types on all sides, so operands of another
    // type are cast.
    const bool fits = operand->type == type || operand->type == Type::unknown || operand->op == Op::real;
    arguments.push_back(fits ? write(operand, 0, known)
                             : fmt::format("({}) {}", type_word(target_, type), write(operand, tightest, known)));
  }
  return call_text(target_, e->name, type, arguments);
}

/// The place in memory, from the fastest axis to the slowest: the stride of an axis is the product
/// of the extents of all faster ones. a[i, k] of shape [n, m] is a[m*i + k] in order 0, 1 and a[n*k
/// + i] in order 1, 0.
std::string CExpressions::element(const ExpressionPtr& e, const symbolic::Set& known) {
  const Variable& array = program_.variable(e->name);
  ExpressionPtr at = integer(0);
  ExpressionPtr stride = integer(1);
  for (std::size_t k = array.order.size(); k-- > 0;) {
    const std::size_t axis = array.order[k];
    const ExpressionPtr step = simplify(stride, values_);
    ExpressionPtr place = e->operands.at(axis);
    if (is_index(place)) place = simplify(place, values_);
    const bool one = step->op == Op::integer && step->integer_value == 1;
    const ExpressionPtr term = one ? place : make(Op::multiply, {step, place});
    at = at->op == Op::integer && at->integer_value == 0 ? term : make(Op::add, {term, at});
    stride = make(Op::multiply, {stride, array.shape.at(axis)});
  }
  return fmt::format("{}[{}]", c_name(e->name), write(at, 0, known));
}

/// A constraint (sum of terms + constant >= 0 or == 0) with its negative terms on the other side,
/// so that it reads as a person would write it and no signs remain:
///
///     n - i - 1 >= 0:  i < n        15 - i >= 0:  i <= 15        n - i - 2 >= 0:  i + 2 <= n
std::string CExpressions::condition(const Condition& c, const symbolic::Set& known) {
  Form above, below;
  for (const auto& [term, factor] : c.terms) (factor > 0 ? above : below).terms.emplace_back(term, std::abs(factor));
  const auto side = [&](const Form& form) { return index(expression_of(form), known); };
  if (c.equality) {
    Form &left = above.terms.empty() ? below : above, &right = above.terms.empty() ? above : below;
    right.constant = above.terms.empty() ? c.constant : -c.constant;
    return side(left) + " == " + side(right);
  }
  if (below.terms.empty()) return fmt::format("{} >= {}", side(above), -c.constant);
  if (c.constant == -1 && !above.terms.empty()) return side(below) + " < " + side(above);
  (c.constant < 0 && !above.terms.empty() ? below : above).constant =
      c.constant < 0 && !above.terms.empty() ? -c.constant : c.constant;
  return side(below) + " <= " + side(above);
}

}  // namespace forewarp::loop::detail
