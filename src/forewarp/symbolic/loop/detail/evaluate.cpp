// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/detail/evaluate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "forewarp/support/error.hpp"

namespace forewarp::loop::detail {

namespace {

using Values = std::vector<double>;

double called(const Expression& e, const Values& x) {
  struct Function {
    std::size_t arguments;
    double (*run)(const Values&);
  };
  static const std::map<std::string, Function> functions{
      {"sin", {1, [](const Values& v) { return std::sin(v[0]); }}},
      {"cos", {1, [](const Values& v) { return std::cos(v[0]); }}},
      {"tan", {1, [](const Values& v) { return std::tan(v[0]); }}},
      {"tanh", {1, [](const Values& v) { return std::tanh(v[0]); }}},
      {"exp", {1, [](const Values& v) { return std::exp(v[0]); }}},
      {"exp2", {1, [](const Values& v) { return std::exp2(v[0]); }}},
      {"log", {1, [](const Values& v) { return std::log(v[0]); }}},
      {"log2", {1, [](const Values& v) { return std::log2(v[0]); }}},
      {"sqrt", {1, [](const Values& v) { return std::sqrt(v[0]); }}},
      {"rsqrt", {1, [](const Values& v) { return 1 / std::sqrt(v[0]); }}},
      {"fabs", {1, [](const Values& v) { return std::fabs(v[0]); }}},
      {"abs", {1, [](const Values& v) { return std::fabs(v[0]); }}},
      {"floor", {1, [](const Values& v) { return std::floor(v[0]); }}},
      {"ceil", {1, [](const Values& v) { return std::ceil(v[0]); }}},
      {"pow", {2, [](const Values& v) { return std::pow(v[0], v[1]); }}},
      {"min", {2, [](const Values& v) { return std::min(v[0], v[1]); }}},
      {"max", {2, [](const Values& v) { return std::max(v[0], v[1]); }}},
      {"fmin", {2, [](const Values& v) { return std::fmin(v[0], v[1]); }}},
      {"fmax", {2, [](const Values& v) { return std::fmax(v[0], v[1]); }}},
      {"fma", {3, [](const Values& v) { return std::fma(v[0], v[1], v[2]); }}},
  };
  const auto found = functions.find(e.name);
  if (found == functions.end() || found->second.arguments != x.size())
    throw InputError(fmt::format("no function '{}' of {} arguments is known", e.name, x.size()));
  return found->second.run(x);
}

bool is_integer(Type type) { return type == Type::i32 || type == Type::i64; }

/// C's conversion to an integer drops the fraction: -1.5 becomes -1.
double converted(const Expression& e, double x) {
  if (is_integer(e.type)) return std::trunc(x);
  return e.type == Type::boolean ? (x != 0 ? 1 : 0) : x;
}

}  // namespace

/// All values are doubles, which hold integers exactly up to 2^53; the interpreter's limits keep
/// indices far below. Floor division and remainder are those of the language, for negative numbers
/// too: -7 // 4 is -2 and -7 % 4 is 1. C's division of integers drops the fraction: -7 / 4 is -1. A
/// select evaluates only the operand that it chooses, so that
/// the other may be out of bounds, as in i > 0 ? a[i - 1] : 0. Both operands of "and" and "or" are
/// evaluated.
double evaluate(const ExpressionPtr& e, const Surroundings& around) {
  if (e->op == Op::integer) return static_cast<double>(e->integer_value);
  if (e->op == Op::real) return e->real_value;
  if (e->op == Op::name) return around.value_of(e->name);
  if (e->op == Op::subscript) return around.element_of(*e);
  if (e->op == Op::select) return evaluate(e->operands[evaluate(e->operands[0], around) != 0 ? 1 : 2], around);
  if (e->op == Op::reduce) throw InputError("a reduction has to be realised before it is run");
  Values x;
  for (const auto& operand : e->operands) x.push_back(evaluate(operand, around));
  switch (e->op) {
    case Op::negate:
      return -x[0];
    case Op::add:
      return x[0] + x[1];
    case Op::subtract:
      return x[0] - x[1];
    case Op::multiply:
      return x[0] * x[1];
    case Op::divide:
      return is_integer(e->type) ? std::trunc(x[0] / x[1]) : x[0] / x[1];
    case Op::floor_div:
      return std::floor(x[0] / x[1]);
    case Op::modulo:
      return x[0] - x[1] * std::floor(x[0] / x[1]);
    case Op::less:
      return x[0] < x[1] ? 1 : 0;
    case Op::less_equal:
      return x[0] <= x[1] ? 1 : 0;
    case Op::equal:
      return x[0] == x[1] ? 1 : 0;
    case Op::not_equal:
      return x[0] != x[1] ? 1 : 0;
    case Op::logical_and:
      return x[0] != 0 && x[1] != 0 ? 1 : 0;
    case Op::logical_or:
      return x[0] != 0 || x[1] != 0 ? 1 : 0;
    case Op::logical_not:
      return x[0] == 0 ? 1 : 0;
    case Op::cast:
      return converted(*e, x[0]);
    case Op::call:
      return called(*e, x);
    case Op::integer:
    case Op::real:
    case Op::name:
    case Op::subscript:
    case Op::select:
    case Op::reduce:
      break;  // returned above
  }
  FOREWARP_ASSERT(false, "every operator of a loop program has a value");
  return 0;
}

}  // namespace forewarp::loop::detail
