// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/expression/detail/build.hpp"

namespace forewarp::model::expression::detail {

bool is_number(const Tree& tree, Index node, double value) {
  return tree.nodes[node].op == Op::number && std::get<double>(tree.nodes[node].number) == value;
}

Index number(Tree& tree, double value) { return tree.add({.op = Op::number, .number = value, .text = {}}); }

Index name(Tree& tree, std::string_view text) {
  return tree.add({.op = Op::name, .number = {}, .text = std::string(text)});
}

Index negated(Tree& tree, Index a) {
  if (tree.nodes[a].op == Op::number) return number(tree, -std::get<double>(tree.nodes[a].number));
  return tree.add(Op::negate, {a});
}

/// Leaves out what changes nothing (x + 0, 1*x, x^1) and what is zero. Derivatives would otherwise
/// be mostly such terms. 0*x is 0 even if x were infinite; features are finite, and so are
/// parameters in a fit.
Index binary(Tree& tree, Op op, Index a, Index b) {
  const auto is = [&](Index node, double value) { return is_number(tree, node, value); };
  const bool sum = op == Op::add || op == Op::subtract;
  if (sum && is(b, 0)) return a;
  if (op == Op::add && is(a, 0)) return b;
  if (op == Op::subtract && is(a, 0)) return negated(tree, b);
  if (op == Op::multiply && (is(a, 0) || is(b, 0))) return number(tree, 0);
  if (op == Op::multiply && is(a, 1)) return b;
  if ((op == Op::multiply || op == Op::divide || op == Op::power) && is(b, 1)) return a;
  if (op == Op::divide && is(a, 0)) return a;
  return tree.add(op, {a, b});
}

Index simplified(Tree& tree, const Node& node) {
  if (node.op == Op::negate) return negated(tree, node.operand[0]);
  if (node.operands == 2) return binary(tree, node.op, node.operand[0], node.operand[1]);
  return tree.add(node);
}

namespace {

/// (tanh(e x) + 1) / 2: a smooth 0 or 1 by the sign of x; e is the sharpness of the edge
/// (stevens2020, Eq. 6).
Index step(Tree& tree, Index x, Index edge) {
  const Index bent = tree.add(Op::tanh, {binary(tree, Op::multiply, edge, x)});
  const Index above = binary(tree, Op::add, bent, number(tree, 1));
  return binary(tree, Op::divide, above, number(tree, 2));
}

/// a where a is larger, b where b is larger, smooth in between: a maximum with derivatives (Eq. 5).
/// For a = 3, b = 1, e = 2: 3 * 0.9997 + 1 * 0.0003 = 2.9993.
Index overlap(Tree& tree, Index a, Index b, Index edge) {
  const auto part = [&](Index x, Index y) {
    return binary(tree, Op::multiply, x, step(tree, binary(tree, Op::subtract, x, y), edge));
  };
  const Index first = part(a, b);
  return binary(tree, Op::add, first, part(b, a));
}

Index partial(Tree& tree, const Node& node) {
  const auto& [a, b, edge, hidden] = node.operand;
  const Index overlapped = binary(tree, Op::multiply, hidden, overlap(tree, a, b, edge));
  const Index rest = binary(tree, Op::subtract, number(tree, 1), hidden);
  const Index added = binary(tree, Op::multiply, rest, binary(tree, Op::add, a, b));
  return binary(tree, Op::add, overlapped, added);
}

}  // namespace

/// step, overlap and partial written out in plain arithmetic, for evaluation and derivatives.
/// Arguments are shared and not copied: an overlap uses each of its costs twice, and both are one
/// node.
Tree expanded(const Tree& tree, Index node) {
  return rewritten(tree, node, [](Tree& to, const Node& n) {
    if (n.op == Op::step) return step(to, n.operand[0], n.operand[1]);
    if (n.op == Op::overlap) return overlap(to, n.operand[0], n.operand[1], n.operand[2]);
    if (n.op == Op::partial) return partial(to, n);
    return to.add(n);
  });
}

}  // namespace forewarp::model::expression::detail
