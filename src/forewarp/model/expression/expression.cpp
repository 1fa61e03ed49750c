// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/expression/expression.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/model/expression/detail/build.hpp"

namespace forewarp::model::expression {

namespace {

using detail::Node;
using detail::number;
using detail::Op;

/// Derivatives of all nodes of a tree, which grows by them. Operands come first, so that one pass
/// from the first node to the last has the derivatives of a node's operands when it comes to the
/// node: no recursion, and the derivative of a shared operand is made once. Exact derivatives and
/// not finite differences, because the step functions of overlaps are nearly flat almost
/// everywhere.
///
/// Example, p*f + 1 by p: nodes p, f, p*f, 1, sum have the derivatives 1, 0, 1*f + p*0 = f, 0 and
/// f.
class Differentiation {
 public:
  Differentiation(Tree tree, const std::string& parameter) : tree_(std::move(tree)), parameter_(parameter) {}

  Tree run() {
    const Index root = tree_.root, size = static_cast<Index>(tree_.nodes.size());
    for (Index i = 0; i < size; ++i) derivatives_.push_back(of(i));
    tree_.root = derivatives_[root];
    return std::move(tree_);
  }

 private:
  Index binary(Op op, Index a, Index b) { return detail::binary(tree_, op, a, b); }
  Index times(Index a, Index b) { return binary(Op::multiply, a, b); }
  Index call(Op function, Index a) { return tree_.add(function, {a}); }

  Index of(Index i) {
    const Node n = tree_.nodes[i];  // a copy: the array grows
    if (n.op == Op::number) return number(tree_, 0);
    if (n.op == Op::name) return number(tree_, n.text == parameter_ ? 1 : 0);
    const Index a = n.operand[0], b = n.operand[1], da = derivatives_[a], db = n.operands > 1 ? derivatives_[b] : 0;
    if (n.op == Op::negate) return detail::negated(tree_, da);
    if (n.op == Op::add || n.op == Op::subtract) return binary(n.op, da, db);
    if (n.op == Op::multiply) {
      const Index first = times(da, b);
      return binary(Op::add, first, times(a, db));
    }
    if (n.op == Op::divide) {
      const Index first = times(da, b), top = binary(Op::subtract, first, times(a, db));
      return binary(Op::divide, top, binary(Op::power, b, number(tree_, 2)));
    }
    if (n.op == Op::power) return of_power(i, a, b, da, db);
    if (n.op == Op::min || n.op == Op::max) return of_choice(n.op, a, b, da, db);
    return times(outer(n.op, i, a), da);
  }

  /// a^b: b a^(b-1) a' + a^b log(a) b'
  Index of_power(Index whole, Index a, Index b, Index da, Index db) {
    const Index below = binary(Op::power, a, binary(Op::subtract, b, number(tree_, 1)));
    const Index by_base = times(times(b, below), da);
    if (detail::is_number(tree_, db, 0)) return by_base;
    return binary(Op::add, by_base, times(times(whole, call(Op::log, a)), db));
  }

  /// min(a, b): (a < b) a' + (1 - (a < b)) b'; max with b < a.
  Index of_choice(Op op, Index a, Index b, Index da, Index db) {
    const Index first = op == Op::min ? tree_.add(Op::less, {a, b}) : tree_.add(Op::less, {b, a});
    const Index by_first = times(first, da);
    return binary(Op::add, by_first, times(binary(Op::subtract, number(tree_, 1), first), db));
  }

  /// The derivative of a function of one argument x, whose value is the node `whole`.
  Index outer(Op function, Index whole, Index x) {
    if (function == Op::tanh) return binary(Op::subtract, number(tree_, 1), binary(Op::power, whole, number(tree_, 2)));
    if (function == Op::exp) return whole;
    if (function == Op::log) return binary(Op::divide, number(tree_, 1), x);
    if (function == Op::sqrt) return binary(Op::divide, number(tree_, 0.5), whole);
    return function == Op::abs ? call(Op::sign, x) : number(tree_, 0);
  }

  Tree tree_;
  const std::string& parameter_;
  std::vector<Index> derivatives_;
};

bool has_parameter(const Tree& tree, Index node) {
  const Node& n = tree.nodes[node];
  return detail::is_parameter(n) || std::any_of(n.operand.begin(), n.operand.begin() + n.operands,
                                                [&](Index o) { return has_parameter(tree, o); });
}

/// f (a + b) is f a and f b, where f has no parameter.
std::vector<Index> terms_of_product(Tree& tree, Index node) {
  const Index a = tree.nodes[node].operand[0], b = tree.nodes[node].operand[1];
  const bool first = has_parameter(tree, a);
  if (first == has_parameter(tree, b)) return {node};
  std::vector<Index> terms = terms_of(tree, first ? a : b);
  if (terms.size() == 1) return {node};
  for (Index& term : terms) term = detail::binary(tree, Op::multiply, first ? b : a, term);
  return terms;
}

}  // namespace

Tree derivative(const Tree& tree, const std::string& parameter) {
  return Differentiation(detail::expanded(tree, tree.root), parameter).run();
}

std::string to_text(const Tree& tree, Index node) {
  const Node& n = tree.nodes[node];
  const auto part = [&](std::size_t k) { return to_text(tree, n.operand[k]); };
  if (n.op == Op::number) return fmt::format("{}", std::get<double>(n.number));
  if (n.op == Op::name) return n.text;
  if (n.op == Op::negate) return fmt::format("-({})", part(0));
  if (n.op == Op::add) return fmt::format("({} + {})", part(0), part(1));
  if (n.op == Op::subtract) return fmt::format("({} - {})", part(0), part(1));
  if (n.op == Op::multiply) return fmt::format("{}*{}", part(0), part(1));
  if (n.op == Op::divide) return fmt::format("({}/({}))", part(0), part(1));
  if (n.op == Op::power) return fmt::format("({})^({})", part(0), part(1));
  std::string arguments;
  for (std::size_t k = 0; k < n.operands; ++k) arguments += (k == 0 ? "" : ", ") + part(k);
  return fmt::format("{}({})", forewarp::expression::operator_of(n.op, forewarp::expression::Language::cost)->spelling,
                     arguments);
}

std::vector<Index> terms_of(Tree& tree, Index node) {
  const Op op = tree.nodes[node].op;
  if (op == Op::multiply) return terms_of_product(tree, node);
  if (op != Op::add && op != Op::subtract) return {node};
  const Index left = tree.nodes[node].operand[0], right = tree.nodes[node].operand[1];
  std::vector<Index> terms = terms_of(tree, left);
  for (const Index term : terms_of(tree, right)) terms.push_back(op == Op::add ? term : detail::negated(tree, term));
  return terms;
}

}  // namespace forewarp::model::expression
