// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Expressions are handed to isl as text. Writer is a recursive descent over the expression that also collects the
// parameters and the first part that is not affine. Quasi-affine means: sums, products with a constant, // and % by a
// positive constant. Example: 2*i + n//4 - j%3 is, i*j and i//n are not.
#include "forewarp/symbolic/loop/affine.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/support/error.hpp"

namespace forewarp::loop {

namespace {

/// Writes an expression in isl's notation.
struct Writer {
  const Program& program;
  std::set<std::string> parameters;  ///< names met that are not among `loops`
  std::set<std::string> loops;
  ExpressionPtr culprit = nullptr;  ///< the first part that is not affine

  /// Writing goes on with 0 in the place of the culprit, so that one walk serves both questions:
  /// the text, and whether there is one. The first culprit is what a message should name.
  std::string refuse(const ExpressionPtr& e) {
    if (!culprit) culprit = e;
    return "0";
  }

  std::string named(const ExpressionPtr& e) {
    if (program.fixed.contains(e->name)) return std::to_string(program.fixed.at(e->name));
    if (program.variables.contains(e->name)) return refuse(e);
    if (!loops.contains(e->name)) parameters.insert(e->name);
    return e->name;
  }

  /// One side must be a constant. The magnitude is unsigned, because -2^63 has no positive
  /// counterpart, and a negative factor is written as 0 - ..., which isl reads in every position.
  std::string product(const ExpressionPtr& e) {
    for (const std::size_t side : {0U, 1U})
      if (const auto factor = constant_value(program, e->operands[side])) {
        const auto size = *factor < 0 ? 0 - static_cast<std::uint64_t>(*factor) : static_cast<std::uint64_t>(*factor);
        return fmt::format("({}{}*({}))", *factor < 0 ? "0 - " : "", size, affine(e->operands[1 - side]));
      }
    return refuse(e);
  }

  /// Division and remainder by a positive constant, as isl has them: 2*i - j%3 is written
  /// ((2*(i)) - (((j) mod 3))), with more parentheses than needed, as only isl reads the text.
  std::string quotient(const ExpressionPtr& e) {
    const auto divisor = constant_value(program, e->operands[1]);
    if (!divisor || *divisor <= 0) return refuse(e);
    const std::string above = affine(e->operands[0]);
    return e->op == Op::modulo ? fmt::format("(({}) mod {})", above, *divisor)
                               : fmt::format("floor(({})/{})", above, *divisor);
  }

  std::string affine(const ExpressionPtr& e) {
    if (e->op == Op::integer) return std::to_string(e->integer_value);
    if (e->op == Op::name) return named(e);
    if (e->op == Op::negate) return fmt::format("(-({}))", affine(e->operands[0]));
    if (e->op == Op::add || e->op == Op::subtract) {
      const std::string left = affine(e->operands[0]), right = affine(e->operands[1]);
      return fmt::format("({} {} ({}))", left, e->op == Op::add ? '+' : '-', right);
    }
    if (e->op == Op::multiply) return product(e);
    if (e->op == Op::floor_div || e->op == Op::modulo) return quotient(e);
    return refuse(e);
  }

  std::string pair(const ExpressionPtr& e, const char* symbol, bool logical) {
    const std::string left = logical ? condition(e->operands[0]) : affine(e->operands[0]);
    const std::string right = logical ? condition(e->operands[1]) : affine(e->operands[1]);
    return fmt::format("({} {} {})", left, symbol, right);
  }

  /// Comparisons are between affine sides; "and", "or" and "not" between conditions. Anything else
  /// depends on data.
  std::string condition(const ExpressionPtr& e) {
    if (e->op == Op::less) return pair(e, "<", false);
    if (e->op == Op::less_equal) return pair(e, "<=", false);
    if (e->op == Op::equal) return pair(e, "=", false);
    if (e->op == Op::not_equal) return pair(e, "!=", false);
    if (e->op == Op::logical_and) return pair(e, "and", true);
    if (e->op == Op::logical_or) return pair(e, "or", true);
    if (e->op == Op::logical_not) return fmt::format("(not {})", condition(e->operands[0]));
    return refuse(e);
  }
};

std::string head(const std::set<std::string>& parameters) {
  return parameters.empty() ? "" : fmt::format("[{}] -> ", fmt::join(parameters, ", "));
}

Writer writer_of(const Program& program) {
  const auto loops = program.loops();
  return {program, {}, {loops.begin(), loops.end()}};
}

/// Constant folding with floor division; nothing on overflow. -7 // 4 is -2 and -7 % 4 is 1: C's
/// quotient -1 and remainder -3, corrected by one divisor.
std::optional<std::int64_t> combined(Op op, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (op == Op::add) return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional{result};
  if (op == Op::subtract) return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional{result};
  if (op == Op::multiply) return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional{result};
  if (op == Op::floor_div || op == Op::modulo) {
    if (b <= 0) return std::nullopt;
    const std::int64_t rest = (a % b + b) % b;
    return op == Op::modulo ? rest : a / b - (a % b < 0 ? 1 : 0);
  }
  return std::nullopt;
}

}  // namespace

void fail_at(const Program& program, const SourceLocation& where, const std::string& message) {
  if (where.line > 0) throw ParseError(where, message);
  throw InputError(fmt::format("{}: {}", program.name, message));
}

/// Needed before isl is asked: a factor or a divisor must be a number for isl, and 2*bs with bs
/// fixed at 16 is one.
std::optional<std::int64_t> constant_value(const Program& program, const ExpressionPtr& e) {
  if (e->op == Op::integer) return e->integer_value;
  if (e->op == Op::name) {
    const auto fixed = program.fixed.find(e->name);
    return fixed == program.fixed.end() ? std::nullopt : std::optional{fixed->second};
  }
  if (e->operands.empty() || e->operands.size() > 2) return std::nullopt;
  const auto left = constant_value(program, e->operands[0]);
  if (!left) return std::nullopt;
  if (e->op == Op::negate) return combined(Op::subtract, 0, *left);
  if (e->operands.size() != 2) return std::nullopt;
  const auto right = constant_value(program, e->operands[1]);
  return right ? combined(e->op, *left, *right) : std::nullopt;
}

std::string affine_text(const Program& program, const ExpressionPtr& e, const std::string& what) {
  Writer writer = writer_of(program);
  std::string text = writer.affine(e);
  if (!writer.culprit) return text;
  const std::string part = same(writer.culprit, e) ? "" : fmt::format(": '{}' is not", to_text(writer.culprit));
  fail_at(program, writer.culprit->where.line > 0 ? writer.culprit->where : e->where,
          fmt::format("the {} '{}' is not affine in loops and parameters{}; only sums of them, with whole factors, "
                      "whole divisors (//) and remainders (%), can be analysed",
                      what, to_text(e), part));
}

bool is_affine(const Program& program, const ExpressionPtr& e) {
  Writer writer = writer_of(program);
  (void)writer.affine(e);
  return !writer.culprit;
}

symbolic::Map affine_map(const Program& program, const std::vector<std::string>& loops,
                         const std::vector<ExpressionPtr>& expressions, const std::string& what) {
  Writer writer = writer_of(program);
  std::vector<std::string> texts;
  for (const auto& e : expressions) {
    (void)affine_text(program, e, what);
    texts.push_back(writer.affine(e));
  }
  program.context.renew();
  return symbolic::Map::parse(
      fmt::format("{}{{ [{}] -> [{}] }}", head(writer.parameters), fmt::join(loops, ", "), fmt::join(texts, ", ")),
      program.context);
}

/// As affine_map, but axes with a subscript that is not affine are left unconstrained: it may touch
/// any element. So b[i, p[i]] is { [i] -> [axis_0_, axis_1_] : axis_0_ = i }, the whole row i:
/// tests of dependence stay safe, as they see more conflicts than there are.
symbolic::Map open_map(const Program& program, const std::vector<std::string>& loops,
                       const std::vector<ExpressionPtr>& expressions) {
  std::set<std::string> parameters;
  std::vector<std::string> axes;
  std::string equations;
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    axes.push_back(fmt::format("axis_{}_", i));
    Writer writer = writer_of(program);
    const std::string text = writer.affine(expressions[i]);
    if (writer.culprit) continue;
    parameters.merge(writer.parameters);
    equations += fmt::format("{}{} = {}", equations.empty() ? " : " : " and ", axes.back(), text);
  }
  program.context.renew();
  return symbolic::Map::parse(
      fmt::format("{}{{ [{}] -> [{}]{} }}", head(parameters), fmt::join(loops, ", "), fmt::join(axes, ", "), equations),
      program.context);
}

/// The points at which a condition holds; nothing where it is not affine.
std::optional<symbolic::Set> condition_set(const Program& program, const std::vector<std::string>& loops,
                                           const ExpressionPtr& condition) {
  Writer writer = writer_of(program);
  writer.loops.insert(loops.begin(), loops.end());
  const std::string text = writer.condition(condition);
  if (writer.culprit) return std::nullopt;
  program.context.renew();
  return symbolic::Set::parse(fmt::format("{}{{ [{}] : {} }}", head(writer.parameters), fmt::join(loops, ", "), text),
                              program.context);
}

}  // namespace forewarp::loop
