// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/realize.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"

// A reduction becomes a private accumulator and two statements before the one that it was in.
// Example:
//
//     s0: c[i] = sum(k, a[i,k]*b[k])        s0_init:   acc = 0.0                   within i
//                                           s0_update: acc = acc + a[i,k]*b[k]     within i, k   after s0_init
//                                           s0:        c[i] = acc                  within i      after both
//
// Nested reductions are taken from the inside out, so the body of an update contains no reduction.
// Sums of floats are thereby computed one term after the other, in the order of the loops.
namespace forewarp::loop {

namespace {

/// Whether the value is an integer by its literals and declared variables. Wrong only for a scalar
/// whose type is not declared, and then the neutral element is a real literal, which takes the type
/// that it meets.
bool is_whole(const Program& program, const ExpressionPtr& body) {
  bool whole = true;
  walk(body, [&](const Expression& e) {
    if (e.op == Op::real || e.op == Op::call || (e.op == Op::cast && is_float(e.type))) whole = false;
    const auto variable = program.variables.find(e.name);
    if (e.op != Op::name && e.op != Op::subscript) return;
    if (variable == program.variables.end()) return;  // a loop or a parameter
    if (variable->second.type != Type::i32 && variable->second.type != Type::i64) whole = false;
  });
  return whole;
}

/// What the operation leaves as it is: 0, 1, and for min and max the values that nothing passes.
/// Integers are taken to be i32 here, since types are inferred later.
ExpressionPtr neutral(const Program& program, const Expression& reduction) {
  const bool whole = is_whole(program, reduction.operands[0]);
  const auto number = [&](std::int64_t n) { return whole ? integer(n) : real(static_cast<double>(n)); };
  if (reduction.name == "sum") return number(0);
  if (reduction.name == "product") return number(1);
  if (reduction.name != "min" && reduction.name != "max")
    throw InputError(fmt::format("realize: '{}' is not a reduction; there are sum product min max", reduction.name));
  const bool least = reduction.name == "max";
  if (whole)
    return integer(least ? std::numeric_limits<std::int32_t>::min() : std::numeric_limits<std::int32_t>::max());
  return real(least ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity());
}

ExpressionPtr combined(const std::string& operation, const ExpressionPtr& a, const ExpressionPtr& b) {
  if (operation == "sum") return make(Op::add, {a, b});
  if (operation == "product") return make(Op::multiply, {a, b});
  return call(operation, {a, b});
}

/// A statement without reductions, and the statements before it that compute what they stood for.
struct Realized {
  Statement statement;
  std::vector<Statement> before;
};

/// An id that neither the program nor the new statements have.
std::string free_id(const Program& program, const std::vector<Statement>& made, const std::string& base) {
  std::string id = detail::free_statement_id(program, base);
  for (int i = 0; std::ranges::find(made, id, &Statement::id) != made.end(); ++i)
    id = detail::free_statement_id(program, fmt::format("{}_{}", base, i));
  return id;
}

/// Appends the two statements of a reduction of `statement`; the accumulator, which is declared in `names`. `around`:
/// the loops of the reductions outside of it.
ExpressionPtr accumulate(Program& names, const Statement& statement, const Expression& e,
                         const std::set<std::string>& around, std::vector<Statement>& before) {
  const std::string accumulator = detail::free_name(names, "acc");
  names.variables[accumulator] = {accumulator, Space::private_, Type::unknown, {}, {}, false, e.where};
  Statement init = statement;
  init.id = free_id(names, before, statement.id + "_init");
  init.atomic = false;
  init.target = name(accumulator);
  init.value = neutral(names, e);
  init.loops.insert(around.begin(), around.end());
  Statement update = init;
  init.after.clear();  // nothing else knows the accumulator
  update.value = combined(e.name, name(accumulator), e.operands[0]);
  update.loops.insert(e.loops.begin(), e.loops.end());
  // The accumulators of reductions inside this one were made first, so their statements precede.
  for (const Statement& s : before)
    if (names_in(e.operands[0]).contains(s.target->name)) update.after.insert(s.id);
  before.push_back(init);
  update.id = free_id(names, before, statement.id + "_update");
  update.after.insert(init.id);
  before.push_back(update);
  return name(accumulator);
}

/// The expression with accumulators in place of reductions, the innermost first.
ExpressionPtr without_reductions(Program& names, const Statement& statement, const ExpressionPtr& e,
                                 std::set<std::string> around, std::vector<Statement>& before) {
  const std::set<std::string> outside = around;
  if (e->op == Op::reduce) around.insert(e->loops.begin(), e->loops.end());
  std::vector<ExpressionPtr> operands;
  for (const auto& operand : e->operands)
    operands.push_back(without_reductions(names, statement, operand, around, before));
  const ExpressionPtr changed = with_operands(e, std::move(operands));
  return changed->op == Op::reduce ? accumulate(names, statement, *changed, outside, before) : changed;
}

Realized realized(Program& names, const Statement& statement) {
  Realized result{statement, {}};
  result.statement.value = without_reductions(names, statement, statement.value, {}, result.before);
  for (const Statement& s : result.before) result.statement.after.insert(s.id);
  return result;
}

bool has_reduction(const Statement& s) {
  bool found = false;
  walk(s.value, [&](const Expression& e) { found = found || e.op == Op::reduce; });
  return found;
}

}  // namespace

Program realize_reductions(const Program& program, const std::string& pattern) {
  Program result = program;
  result.statements.clear();
  std::set<std::size_t> chosen;
  if (!program.statements.empty())
    for (const std::size_t i : detail::selected(program, "realize", pattern)) chosen.insert(i);
  // Statements with the names that are in use so far: two reductions in one program get acc and
  // acc_0.
  Program names = program;  // grows as names are given
  for (std::size_t i = 0; i < program.statements.size(); ++i) {
    const Statement& statement = program.statements[i];
    const bool asked = chosen.contains(i) && has_reduction(statement);
    Realized made = asked ? realized(names, statement) : Realized{statement, {}};
    for (Statement& s : made.before) {
      names.statements.push_back(s);
      result.statements.push_back(std::move(s));
    }
    result.statements.push_back(std::move(made.statement));
  }
  result.variables = std::move(names.variables);
  return detail::recorded(std::move(result), program, pattern == "*" ? "realize" : "realize " + pattern);
}

}  // namespace forewarp::loop
