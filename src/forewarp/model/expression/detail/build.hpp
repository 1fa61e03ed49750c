// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Nodes made, with what 0 and 1 take out of them.
#include "forewarp/model/expression/expression.hpp"

namespace forewarp::model::expression::detail {

[[nodiscard]] NodePtr number(double value);
[[nodiscard]] NodePtr leaf(Node::Kind kind, std::string name);
[[nodiscard]] NodePtr negated(const NodePtr& a);
[[nodiscard]] NodePtr binary(Node::Kind kind, const NodePtr& a, const NodePtr& b);
[[nodiscard]] NodePtr call(std::string function, std::vector<NodePtr> arguments);
[[nodiscard]] bool is_number(const NodePtr& a, double value);

/// step(x, e), overlap(a, b, e) and partial(a, b, e, h) in terms of tanh; null for every other node.
[[nodiscard]] NodePtr expanded(const Node& node);

}  // namespace forewarp::model::expression::detail
