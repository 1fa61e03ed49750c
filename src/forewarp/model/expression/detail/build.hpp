// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Nodes of cost expressions: made, simplified and rewritten.
#include <string_view>

#include "forewarp/model/expression/expression.hpp"

namespace forewarp::model::expression::detail {

using forewarp::expression::Node;
using forewarp::expression::Op;

[[nodiscard]] inline bool is_feature(const Node& node) { return node.op == Op::name && node.text.starts_with("f_"); }
[[nodiscard]] inline bool is_parameter(const Node& node) { return node.op == Op::name && node.text.starts_with("p_"); }
[[nodiscard]] bool is_number(const Tree& tree, Index node, double value);

[[nodiscard]] Index number(Tree& tree, double value);
[[nodiscard]] Index name(Tree& tree, std::string_view text);
[[nodiscard]] Index negated(Tree& tree, Index a);
/// a OP b: 0 + x, 1*x and the like are x, 0*x is 0.
[[nodiscard]] Index binary(Tree& tree, Op op, Index a, Index b);
/// The node, whose operands are of `tree`, made there: simplified where it is a negation or a binary operation.
[[nodiscard]] Index simplified(Tree& tree, const Node& node);

/// The part of the tree that the node is made of, with step(x, e), overlap(a, b, e) and partial(a, b, e, h) in terms of
/// tanh.
[[nodiscard]] Tree expanded(const Tree& tree, Index node);

/// Copies what `root` is made of, operands first: change(to, node) makes each node, whose operands are those of `to`
/// already, and returns where. One pass, no recursion.
template <typename Change>
Tree rewritten(const Tree& from, Index root, Change change) {
  Tree to;
  to.text = from.text;
  to.where = from.where;
  const std::vector<bool> needed = from.reachable(root);
  std::vector<Index> places(from.nodes.size());
  for (std::size_t i = 0; i <= root; ++i) {
    if (!needed[i]) continue;
    Node node = from.nodes[i];
    for (std::size_t k = 0; k < node.operands; ++k) node.operand[k] = places[node.operand[k]];
    places[i] = change(to, node);
  }
  to.root = places[root];
  return to;
}

}  // namespace forewarp::model::expression::detail
