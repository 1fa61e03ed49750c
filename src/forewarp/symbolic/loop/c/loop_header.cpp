// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/c/loop_header.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/c/names.hpp"

namespace forewarp::loop::detail {

bool is_assignment(const CNode& node) {
  return (node.kind == "BinaryOperator" && node.opcode == "=") || node.kind == "CompoundAssignOperator";
}

bool is_step(const CNode& node) { return node.kind == "UnaryOperator" && (node.opcode == "++" || node.opcode == "--"); }

namespace {

std::int64_t literal(const CNode& node) {
  const CNode& inside = bare(node);
  if (inside.kind == "UnaryOperator" && inside.opcode == "-") return -literal(inside.inner.at(0));
  if (inside.kind != "IntegerLiteral") fail(inside, "the step of a loop is not a constant number");
  return whole_number(inside);
}

bool names(const CNode& node, const std::string& id) {
  const CNode& inside = bare(node);
  return inside.kind == "DeclRefExpr" && inside.refers == id;
}

std::int64_t step_of(const CNode& node, const LoopHeader& header) {
  if (is_step(node) && names(node.inner.at(0), header.id)) return node.opcode == "++" ? 1 : -1;
  if (node.kind == "CompoundAssignOperator" && names(node.inner.at(0), header.id)) {
    if (node.opcode == "+=") return literal(node.inner.at(1));
    if (node.opcode == "-=") return -literal(node.inner.at(1));
  }
  if (is_assignment(node) && node.opcode == "=" && names(node.inner.at(0), header.id)) {
    const CNode& sum = bare(node.inner.at(1));
    if (sum.kind == "BinaryOperator" && (sum.opcode == "+" || sum.opcode == "-") && names(sum.inner.at(0), header.id))
      return sum.opcode == "+" ? literal(sum.inner.at(1)) : -literal(sum.inner.at(1));
  }
  fail(node, fmt::format("the loop over '{}' is not affine: it does not step by a constant", header.name));
}

}  // namespace

LoopHeader header_of(const CNode& node) {
  LoopHeader header;
  const CNode& init = node.inner.at(0);
  if (init.kind == "DeclStmt" && init.inner.size() == 1 && init.inner[0].has_value) {
    header = {init.inner[0].id, init.inner[0].name, &init.inner[0].inner.at(0), 0};
    if (!type_of(init.inner[0].type, node.where).is_integer)
      fail(node, fmt::format("the loop over '{}' is not affine: it counts no whole numbers", header.name));
  } else if (is_assignment(init) && init.opcode == "=" && bare(init.inner.at(0)).kind == "DeclRefExpr") {
    const CNode& variable = bare(init.inner[0]);
    header = {variable.refers, variable.refers_name, &init.inner.at(1), 0};
  } else {
    fail(node, "a loop that does not begin with one variable set to a value is not affine");
  }
  if (node.inner.size() < 5 || node.inner[2].kind.empty() || node.inner[3].kind.empty())
    fail(node, fmt::format("the loop over '{}' has no condition or no step", header.name));
  header.step = step_of(bare(node.inner[3]), header);
  if (header.step == 0) fail(node, fmt::format("the loop over '{}' does not end: its step is 0", header.name));
  return header;
}

std::vector<ExpressionPtr> both_of(const ExpressionPtr& e, bool least) {
  std::vector<ExpressionPtr> out;
  const auto parts = [&](const ExpressionPtr& a, const ExpressionPtr& b) {
    for (const ExpressionPtr& side : {a, b})
      for (const ExpressionPtr& each : both_of(side, least)) out.push_back(each);
  };
  if (e->op == Op::call && e->name == (least ? "min" : "max")) {
    parts(e->operands[0], e->operands[1]);
    return out;
  }
  if (e->op == Op::select && (e->operands[0]->op == Op::less || e->operands[0]->op == Op::less_equal)) {
    const ExpressionPtr &small = e->operands[0]->operands[0], &great = e->operands[0]->operands[1];
    const bool is_min = same(small, e->operands[1]) && same(great, e->operands[2]);
    const bool is_max = same(small, e->operands[2]) && same(great, e->operands[1]);
    if (least ? is_min : is_max) {
      parts(e->operands[1], e->operands[2]);
      return out;
    }
  }
  return {e};
}

namespace {

void bounds_in(const CNode& given, const LoopHeader& header, std::vector<Bound>& out) {
  const CNode& node = bare(given);
  if (node.kind == "BinaryOperator" && node.opcode == "&&") {
    for (const CNode& each : node.inner) bounds_in(each, header, out);
    return;
  }
  const bool left = node.inner.size() == 2 && names(node.inner[0], header.id);
  const bool right = node.inner.size() == 2 && names(node.inner[1], header.id);
  const std::string& op = node.opcode;
  if (node.kind != "BinaryOperator" || left == right ||
      (op != "<" && op != "<=" && op != ">" && op != ">=" && op != "!="))
    fail(node, fmt::format("the condition of the loop over '{}' is not affine: it is no comparison of '{}'",
                           header.name, header.name));
  const bool less = op == "<" || op == "<=";
  const bool upper = op == "!=" ? header.step > 0 : less == left;
  out.push_back({op == "<=" || op == ">=" ? Op::less_equal : Op::less, upper, &node.inner[left ? 1 : 0]});
}

}  // namespace

std::vector<Bound> bounds_of(const CNode& condition, const LoopHeader& header) {
  std::vector<Bound> bounds;
  bounds_in(condition, header, bounds);
  return bounds;
}

}  // namespace forewarp::loop::detail
