// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Operations of a statement with the conditions under which they are evaluated: those of the statement and of each
// select around them. A multiplication that is an operand of a sum of the same type counts with it as one madd.
// Example: a*b + c*d is one madd and one mul.
#include "forewarp/symbolic/count/loop/detail/operations.hpp"

#include <algorithm>
#include <set>

#include "forewarp/symbolic/loop/affine.hpp"

namespace forewarp::count::detail {

namespace {

using loop::Expression;
using loop::Op;

void walk(const Expression& e, std::vector<Guard>& guards, bool in_index, const Visit& visit) {
  visit(e, guards, in_index);
  for (std::size_t i = 0; i < e.operands.size(); ++i) {
    const bool branch = e.op == Op::select && i > 0;
    if (branch) guards.push_back({e.operands[0], i == 1});
    walk(*e.operands[i], guards, in_index || e.op == Op::subscript, visit);
    if (branch) guards.pop_back();
  }
}

bool is_sum(const Expression& e) { return e.op == Op::add || e.op == Op::subtract; }

/// The product that a sum takes in as madd: a multiplication and an addition of one type become one
/// fused instruction on every GPU. A sum takes in one product at most, the first: of a*b + c*d the
/// second stays a mul.
const Expression* fused_product(const Expression& e) {
  if (!is_sum(e)) return nullptr;
  for (const auto& operand : e.operands) {
    const Expression* inner = operand.get();
    if (inner->op == Op::negate) inner = inner->operands[0].get();
    if (inner->op == Op::multiply && inner->type == e.type) return inner;
  }
  return nullptr;
}

// "" for what costs nothing: literals, names, negation, casts to the same type.
std::string kind_of_expression(const Expression& e) {
  switch (e.op) {
    case Op::add:
    case Op::subtract:
      return "add";
    case Op::multiply:
      return "mul";
    case Op::divide:
    case Op::floor_div:
      return "div";
    case Op::modulo:
      return "mod";
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::not_equal:
      return "compare";
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_not:
      return "logic";
    case Op::select:
      return "select";
    case Op::cast:
      return e.operands[0]->type == e.type ? "" : "cast";
    case Op::call:
      return e.name == "fma" ? "madd" : e.name;
    case Op::integer:
    case Op::real:
    case Op::name:
    case Op::subscript:
    case Op::negate:
    case Op::reduce:
      return "";
  }
  return "";
}

/// A comparison has the type of its operands: f64 comparisons run in the f64 pipe although their
/// result is a bool.
loop::Type type_of(const Expression& e) {
  if (e.type != loop::Type::boolean || e.operands.empty()) return e.type;
  loop::Type widest = e.operands[0]->type;
  for (const auto& operand : e.operands) widest = std::max(widest, operand->type);
  return widest;
}

}  // namespace

void walk_guarded(const loop::Statement& statement, const Visit& visit) {
  std::vector<Guard> guards;
  for (const auto& condition : statement.conditions) walk(*condition, guards, false, visit);
  for (const auto& condition : statement.conditions) guards.push_back({condition, true});
  walk(*statement.value, guards, false, visit);
  visit(*statement.target, guards, false);
  for (const auto& index : statement.target->operands) walk(*index, guards, true, visit);
}

/// Index arithmetic is what is inside of subscripts, and conditions that are affine: generated code
/// evaluates those as bounds of loops. It has a kind of its own, because its cost depends on what
/// the compiler makes of it.
std::vector<Found> operations_of(const loop::Program& program, const loop::Statement& statement,
                                 bool index_arithmetic) {
  std::vector<Found> found;
  std::set<const Expression*> fused, affine;
  for (const auto& condition : statement.conditions)
    if (loop::condition_set(program, {statement.loops.begin(), statement.loops.end()}, condition))
      loop::walk(condition, [&](const Expression& e) { affine.insert(&e); });
  walk_guarded(statement, [&](const Expression& e, const std::vector<Guard>& guards, bool in_index) {
    std::string kind = kind_of_expression(e);
    const bool is_index = in_index || affine.contains(&e);
    if (kind.empty() || fused.contains(&e) || (is_index && !index_arithmetic)) return;
    if (const Expression* product = fused_product(e)) {
      fused.insert(product);
      kind = "madd";
    }
    found.push_back({is_index ? "index" : kind, type_of(e), guards});
  });
  return found;
}

/// The operation by which a statement accumulates into its target over a sequential loop: each waits for the one
/// before.
std::optional<Found> chained_operation(const loop::Program& program, const loop::Statement& statement) {
  const std::set<std::string> of_target = loop::names_in(statement.target);
  const bool gathers = std::ranges::any_of(statement.loops, [&](const std::string& name) {
    const auto kind = program.tag_of(name).kind;
    const bool in_sequence = kind == loop::LoopTag::Kind::sequential || kind == loop::LoopTag::Kind::unroll;
    return in_sequence && !of_target.contains(name);
  });
  const auto takes_target = [&](const Expression& e) {
    return std::ranges::any_of(e.operands, [&](const auto& operand) { return loop::same(operand, statement.target); });
  };
  const Expression& value = *statement.value;
  const Expression* product = fused_product(value);
  const std::string kind = product != nullptr ? "madd" : kind_of_expression(value);
  if (!gathers || kind.empty()) return std::nullopt;
  if (!takes_target(value) && (product == nullptr || !takes_target(*product))) return std::nullopt;
  Found found{kind, type_of(value), {}};
  for (const auto& condition : statement.conditions) found.guards.push_back({condition, true});
  return found;
}

}  // namespace forewarp::count::detail
