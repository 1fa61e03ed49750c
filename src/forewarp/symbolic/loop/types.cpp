// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Type inference in two passes. Scalars without a declared type are settled by a fixed-point iteration over what is
// assigned to them; types only grow in rank, so about as many rounds as scalars suffice. Then every expression
// is annotated top-down: a real literal takes the float type around it.
//
// Example: x = 0.5 * a[i] with a of f64: 0.5 is "some float", the product is f64, x becomes f64 and 0.5 an f64 literal.
#include "forewarp/symbolic/loop/types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::loop {

namespace {

struct Function {
  std::string_view name;
  std::size_t arguments;
  bool keeps_type = false;
};

constexpr std::array<Function, 21> functions{
    {{"sin", 1},  {"cos", 1},   {"tan", 1},  {"exp", 1},       {"exp2", 1},      {"log", 1},       {"log2", 1},
     {"sqrt", 1}, {"rsqrt", 1}, {"tanh", 1}, {"floor", 1},     {"ceil", 1},      {"atan", 1},      {"erf", 1},
     {"pow", 2},  {"atan2", 2}, {"fmod", 2}, {"abs", 1, true}, {"min", 2, true}, {"max", 2, true}, {"fma", 3, true}}};

const Function* find(std::string_view name) {
  const auto found = std::ranges::find(functions, name, &Function::name);
  return found == functions.end() ? nullptr : &*found;
}

/// A type, or "some float" of a literal that has met none yet.
struct Meeting {
  Type type = Type::unknown;
  bool some_float = false;
};

/// The order in which types meet, as in C; f16 is above the integers, although i64 holds more
/// digits.
int rank(Type type) {
  switch (type) {
    case Type::unknown:
      return 0;
    case Type::boolean:
      return 1;
    case Type::i32:
      return 2;
    case Type::i64:
      return 3;
    case Type::f16:
      return 4;
    case Type::f32:
      return 5;
    case Type::f64:
      return 6;
  }
  return 0;
}

// The join of two types: the one with the higher rank.
Meeting meet(const Meeting& a, const Meeting& b) {
  return {rank(a.type) >= rank(b.type) ? a.type : b.type, a.some_float || b.some_float};
}

/// The final type: a real literal that meets no float type is f32.
Type settled(const Meeting& m) { return m.some_float && !is_float(m.type) ? Type::f32 : m.type; }

class Inference {
 public:
  explicit Inference(const Program& program) : program_(program) {
    for (const std::string& loop : program.loops()) whole_.insert(loop);
    for (const std::string& parameter : program.parameters()) whole_.insert(parameter);
    for (const auto& [parameter, value] : program.fixed) whole_.insert(parameter);
  }

  Program run() {
    settle_scalars();
    for (Statement& s : program_.statements) {
      s.target = typed(s.target, Type::unknown);
      s.value = typed(s.value, s.target->type);
      for (ExpressionPtr& condition : s.conditions) condition = typed(condition, Type::unknown);
    }
    return std::move(program_);
  }

 private:
  /// As many rounds as scalars, plus two: what a scalar is set to may be another scalar, and in
  /// each round at least one more of a chain x = y, y = z, z = a[i] gets its type. A type only ever
  /// rises in rank, so no round undoes another. O(scalars * statements).
  void settle_scalars() {
    std::map<std::string, Meeting> scalars;
    for (const auto& [name, variable] : program_.variables)
      if (variable.type == Type::unknown) scalars[name] = {};
    for (std::size_t round = 0; round <= scalars.size() + 1; ++round)
      for (const Statement& s : program_.statements) {
        const auto scalar = scalars.find(s.target->name);
        if (scalar == scalars.end()) continue;
        scalar->second = meet(scalar->second, meeting(s.value));
        program_.variables.at(s.target->name).type = settled(scalar->second);
      }
    for (const auto& [name, m] : scalars)
      if (program_.variables.at(name).type == Type::unknown)
        throw ParseError(
            program_.variables.at(name).where,
            fmt::format("nothing determines the type of '{0}': declare it, as in: private {0}: f32", name));
  }

  Meeting meeting(const ExpressionPtr& e) {
    switch (e->op) {
      case Op::integer:
        return {e->integer_value == static_cast<std::int32_t>(e->integer_value) ? Type::i32 : Type::i64};
      case Op::real:
        return {Type::unknown, true};
      case Op::name:
      case Op::subscript:
        return of_name(*e);
      case Op::less:
      case Op::less_equal:
      case Op::equal:
      case Op::not_equal:
      case Op::logical_and:
      case Op::logical_or:
      case Op::logical_not:
        return {Type::boolean};
      case Op::cast:
        return {e->type};
      case Op::select:
        return meet(meeting(e->operands[1]), meeting(e->operands[2]));
      case Op::call:
        return of_call(*e);
      case Op::negate:
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::floor_div:
      case Op::modulo:
      case Op::reduce:
        break;
    }
    return of_operands(*e);
  }

  /// Arithmetic on booleans is done in i32.
  Meeting of_operands(const Expression& e) {
    Meeting all;
    for (const auto& operand : e.operands) all = meet(all, meeting(operand));
    if (all.type == Type::boolean) all.type = Type::i32;
    return all;
  }

  Meeting of_name(const Expression& e) {
    if (whole_.contains(e.name)) return {Type::i32};
    return {program_.variable(e.name).type};
  }

  /// sqrt(2) of an integer is an f32; sqrt(x) has the type of x if that is a float; min and abs
  /// keep integers. For a call on a real literal the type stays open, so that y = sqrt(2.0) with y
  /// of f64 is computed in f64.
  Meeting of_call(const Expression& e) {
    const Function* function = find(e.name);
    if (function == nullptr) {
      std::vector<std::string> known;
      for (const Function& f : functions) known.emplace_back(f.name);
      throw ParseError(e.where, fmt::format("no function '{}'{}", e.name, did_you_mean(e.name, known)));
    }
    if (function->arguments != e.operands.size())
      throw ParseError(e.where, fmt::format("{} takes {} argument{}, not {}", e.name, function->arguments,
                                            function->arguments == 1 ? "" : "s", e.operands.size()));
    Meeting all = of_operands(e);
    if (!function->keeps_type && !is_float(all.type) && !all.some_float) return {Type::f32};
    if (!function->keeps_type && !is_float(all.type)) all.type = Type::unknown;
    return all;
  }

  /// With types; literals take `wanted` where that is a float and they have met nothing nearer.
  /// What is inside of a subscript, a condition or a cast has nothing to do with the type around it
  /// and starts anew: in x = a[i] with x of f64 the index stays an i32.
  ExpressionPtr typed(const ExpressionPtr& e, Type wanted) {
    const Meeting m = meeting(e);
    Expression out = *e;
    out.type = m.some_float && !is_float(m.type) && is_float(wanted) ? wanted : settled(m);
    const Type inside = e->op == Op::cast || out.type == Type::boolean ? settled(of_operands(*e)) : out.type;
    for (std::size_t i = 0; i < out.operands.size(); ++i) {
      const bool is_index = e->op == Op::subscript || (e->op == Op::select && i == 0);
      out.operands[i] = typed(out.operands[i], is_index ? Type::unknown : inside);
    }
    return std::make_shared<const Expression>(std::move(out));
  }

  Program program_;
  std::set<std::string> whole_;
};

}  // namespace

Program infer_types(const Program& program) { return Inference(program).run(); }

std::size_t arguments_of(std::string_view function) {
  const Function* found = find(function);
  return found == nullptr ? 0 : found->arguments;
}

}  // namespace forewarp::loop
