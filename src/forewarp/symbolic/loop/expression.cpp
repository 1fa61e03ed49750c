// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/expression.hpp"

#include <algorithm>

namespace forewarp::loop {

namespace {

ExpressionPtr finish(Expression e) { return std::make_shared<const Expression>(std::move(e)); }

}  // namespace

ExpressionPtr integer(std::int64_t value) {
  Expression e;
  e.integer_value = value;
  return finish(std::move(e));
}

ExpressionPtr real(double value) {
  Expression e;
  e.op = Op::real;
  e.real_value = value;
  return finish(std::move(e));
}

ExpressionPtr name(std::string text) {
  Expression e;
  e.op = Op::name;
  e.name = std::move(text);
  return finish(std::move(e));
}

ExpressionPtr subscript(std::string array, std::vector<ExpressionPtr> indices, std::string tag) {
  Expression e;
  e.op = Op::subscript;
  e.name = std::move(array);
  e.tag = std::move(tag);
  e.operands = std::move(indices);
  return finish(std::move(e));
}

ExpressionPtr make(Op op, std::vector<ExpressionPtr> operands) {
  Expression e;
  e.op = op;
  e.operands = std::move(operands);
  return finish(std::move(e));
}

ExpressionPtr call(std::string function, std::vector<ExpressionPtr> arguments) {
  Expression e;
  e.op = Op::call;
  e.name = std::move(function);
  e.operands = std::move(arguments);
  return finish(std::move(e));
}

ExpressionPtr cast(Type type, ExpressionPtr operand) {
  Expression e;
  e.op = Op::cast;
  e.type = type;
  e.operands = {std::move(operand)};
  return finish(std::move(e));
}

ExpressionPtr reduce(std::string operation, std::vector<std::string> loops, ExpressionPtr body) {
  Expression e;
  e.op = Op::reduce;
  e.name = std::move(operation);
  e.loops = std::move(loops);
  e.operands = {std::move(body)};
  return finish(std::move(e));
}

/// Keeps the node if no operand changed. That makes rebuild() cheap in memory: a transformation
/// that replaces one name copies the path from the root to it and shares everything else with the
/// program before it.
ExpressionPtr with_operands(const ExpressionPtr& e, std::vector<ExpressionPtr> operands) {
  if (operands == e->operands) return e;
  Expression changed = *e;
  changed.operands = std::move(operands);
  return finish(std::move(changed));
}

void walk(const ExpressionPtr& e, const std::function<void(const Expression&)>& visit) {
  visit(*e);
  for (const auto& operand : e->operands) walk(operand, visit);
}

ExpressionPtr rebuild(const ExpressionPtr& e, const std::function<ExpressionPtr(ExpressionPtr)>& change) {
  std::vector<ExpressionPtr> operands;
  operands.reserve(e->operands.size());
  for (const auto& operand : e->operands) operands.push_back(rebuild(operand, change));
  return change(with_operands(e, std::move(operands)));
}

ExpressionPtr substitute(const ExpressionPtr& e, const std::string& from, const ExpressionPtr& to) {
  return rebuild(e, [&](ExpressionPtr node) { return node->op == Op::name && node->name == from ? to : node; });
}

std::set<std::string> names_in(const ExpressionPtr& e) {
  std::set<std::string> names;
  walk(e, [&](const Expression& node) {
    if (node.op == Op::name) names.insert(node.name);
    names.insert(node.loops.begin(), node.loops.end());
  });
  return names;
}

bool same(const ExpressionPtr& a, const ExpressionPtr& b) {
  if (a == b) return true;
  // Every field is compared whatever the operation is: fields that an operation does not use have
  // their defaults.
  const bool alike = a->op == b->op && a->integer_value == b->integer_value && a->real_value == b->real_value &&
                     a->name == b->name && a->tag == b->tag && a->loops == b->loops &&
                     a->operands.size() == b->operands.size() && (a->op != Op::cast || a->type == b->type);
  return alike && std::equal(a->operands.begin(), a->operands.end(), b->operands.begin(), same);
}

}  // namespace forewarp::loop
