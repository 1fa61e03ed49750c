// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/expression/operators.hpp"

#include <algorithm>
#include <array>

namespace forewarp::expression {
namespace {

using enum Language;

/// From the loosest to the tightest.
enum Precedence : int {
  disjunction = 1,
  conjunction,
  bits_or,
  bits_xor,
  bits_and,
  equality,
  comparison,
  shift,
  sum,
  product,
  sign,
  power
};

constexpr Languages with_truths = launch | row | loop | ptx, with_order = with_truths | budget,
                    with_numbers = with_order | cost | campaign;

constexpr Operator infix(std::string_view spelling, Op op, Precedence precedence, Languages languages,
                         Form form = Form::infix) {
  return {spelling, op, form, precedence, 2, 2, languages};
}
constexpr Operator prefix(std::string_view spelling, Op op, Precedence precedence, Languages languages) {
  return {spelling, op, Form::prefix, precedence, 1, 1, languages};
}
constexpr Operator function(std::string_view name, Op op, std::size_t min, std::size_t max, Languages languages) {
  return {name, op, Form::function, 0, min, max, languages};
}

// Infix operators, then prefixes, then functions.
constexpr std::array operators{
    infix("or", Op::logical_or, disjunction, row | loop | python),
    infix("||", Op::logical_or, disjunction, with_truths),
    infix("and", Op::logical_and, conjunction, row | loop | budget | python),
    infix("&&", Op::logical_and, conjunction, with_order),
    infix("|", Op::bit_or, bits_or, ptx),
    infix("^", Op::bit_xor, bits_xor, ptx),
    infix("&", Op::bit_and, bits_and, ptx),
    infix("==", Op::equal, equality, with_order),
    infix("!=", Op::not_equal, equality, with_order),
    infix("<", Op::less, comparison, with_order),
    infix("<=", Op::less_equal, comparison, with_order),
    infix(">", Op::greater, comparison, with_order),
    infix(">=", Op::greater_equal, comparison, with_order),
    infix("in", Op::member, comparison, row, Form::list),
    infix("==", Op::equal, comparison, python),  // all comparisons of Python bind alike, and chain
    infix("!=", Op::not_equal, comparison, python),
    infix("<", Op::less, comparison, python),
    infix("<=", Op::less_equal, comparison, python),
    infix(">", Op::greater, comparison, python),
    infix(">=", Op::greater_equal, comparison, python),
    infix("in", Op::member, comparison, python),
    infix("<<", Op::shift_left, shift, launch | ptx | python),
    infix(">>", Op::shift_right, shift, launch | ptx | python),
    infix("+", Op::add, sum, with_numbers | python),
    infix("-", Op::subtract, sum, with_numbers | python),
    infix("*", Op::multiply, product, with_numbers | python),
    infix("/", Op::divide, product, with_numbers | python),
    infix("//", Op::floor_divide, product, loop | python),
    infix("%", Op::remainder, product, with_truths | python),
    infix("**", Op::power, power, launch | python, Form::infix_right),
    infix("^", Op::power, power, cost, Form::infix_right),
    prefix("+", Op::plus, sign, with_numbers | python),
    prefix("-", Op::negate, sign, with_numbers | python),
    prefix("not", Op::logical_not, sign, loop),
    prefix("!", Op::logical_not, sign, launch | loop | ptx),
    prefix("!", Op::logical_not, equality, row),  // of a whole comparison: not a == b is not (a == b)
    prefix("not", Op::logical_not, equality, row | python),
    prefix("~", Op::bit_not, sign, ptx),
    function("abs", Op::abs, 1, 1, row | cost | python),  // by name, as messages list them
    function("ceil", Op::ceil, 1, 1, launch),
    function("ceil_div", Op::ceil_div, 2, 2, launch),
    function("exp", Op::exp, 1, 1, row | cost),
    function("floor", Op::floor, 1, 1, launch),
    function("log", Op::log, 1, 1, row | cost),
    function("log2", Op::log2, 1, 1, launch | row),
    function("max", Op::max, 2, 16, launch | row | cost | python),
    function("min", Op::min, 2, 16, launch | row | cost | python),
    function("missing", Op::missing, 1, 1, row),
    function("overlap", Op::overlap, 3, 3, cost),
    function("partial", Op::partial, 4, 4, cost),
    function("pow2", Op::pow2, 1, 1, launch),
    function("round_up", Op::round_up, 2, 2, launch),
    function("sqrt", Op::sqrt, 1, 1, row | cost),
    function("step", Op::step, 2, 2, cost),
    function("tanh", Op::tanh, 1, 1, cost),
};

constexpr auto first_prefix = std::ranges::find(operators, Form::prefix, &Operator::form);
constexpr auto first_function = std::ranges::find(operators, Form::function, &Operator::form);

const Operator* find(std::span<const Operator> rows, Language language, std::string_view spelling) {
  if (spelling.empty()) return nullptr;
  for (const Operator& o : rows)
    if (o.spelling.front() == spelling.front() && o.languages.contains(language) && o.spelling == spelling) return &o;
  return nullptr;
}

}  // namespace

const Operator* operator_of(Op op, Language language) {
  for (const Operator& o : operators)
    if (o.op == op && o.languages.contains(language)) return &o;
  return nullptr;
}

const Operator* infix_operator(Language language, std::string_view spelling) {
  return find({operators.begin(), first_prefix}, language, spelling);
}

const Operator* prefix_operator(Language language, std::string_view spelling) {
  return find({first_prefix, first_function}, language, spelling);
}

const Operator* function_named(Language language, std::string_view name) {
  return find({first_function, operators.end()}, language, name);
}

std::vector<std::string> function_names(Language language) {
  std::vector<std::string> names;
  for (const Operator& o : operators)
    if (o.form == Form::function && o.languages.contains(language)) names.emplace_back(o.spelling);
  return names;
}

std::span<const Operator> all_operators() { return operators; }

}  // namespace forewarp::expression
