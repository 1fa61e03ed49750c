// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/expression/expression.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/model/expression/detail/build.hpp"

namespace forewarp::model::expression {

namespace detail {

NodePtr number(double value) { return std::make_shared<const Node>(Node{Node::Kind::number, value, {}, {}}); }

NodePtr leaf(Node::Kind kind, std::string name) {
  return std::make_shared<const Node>(Node{kind, 0, std::move(name), {}});
}

bool is_number(const NodePtr& a, double value) { return a->kind == Node::Kind::number && a->number == value; }

NodePtr negated(const NodePtr& a) {
  if (a->kind == Node::Kind::number) return number(-a->number);
  return std::make_shared<const Node>(Node{Node::Kind::negate, 0, {}, {a}});
}

NodePtr call(std::string function, std::vector<NodePtr> arguments) {
  return std::make_shared<const Node>(Node{Node::Kind::call, 0, std::move(function), std::move(arguments)});
}

NodePtr binary(Node::Kind kind, const NodePtr& a, const NodePtr& b) {
  using Kind = Node::Kind;
  const bool sum = kind == Kind::add || kind == Kind::subtract;
  if (sum && is_number(b, 0)) return a;
  if (kind == Kind::add && is_number(a, 0)) return b;
  if (kind == Kind::subtract && is_number(a, 0)) return negated(b);
  if (kind == Kind::multiply && (is_number(a, 0) || is_number(b, 0))) return number(0);
  if (kind == Kind::multiply && is_number(a, 1)) return b;
  if ((kind == Kind::multiply || kind == Kind::divide || kind == Kind::power) && is_number(b, 1)) return a;
  if (kind == Kind::divide && is_number(a, 0)) return a;
  return std::make_shared<const Node>(Node{kind, 0, {}, {a, b}});
}

namespace {

NodePtr step(const NodePtr& x, const NodePtr& edge) {
  const NodePtr bent = call("tanh", {binary(Node::Kind::multiply, edge, x)});
  return binary(Node::Kind::divide, binary(Node::Kind::add, bent, number(1)), number(2));
}

NodePtr overlap(const NodePtr& a, const NodePtr& b, const NodePtr& edge) {
  const auto part = [&](const NodePtr& x, const NodePtr& y) {
    return binary(Node::Kind::multiply, x, step(binary(Node::Kind::subtract, x, y), edge));
  };
  return binary(Node::Kind::add, part(a, b), part(b, a));
}

}  // namespace

NodePtr expanded(const Node& node) {
  if (node.kind != Node::Kind::call) return nullptr;
  const std::vector<NodePtr>& a = node.operands;
  if (node.name == "step") return step(a[0], a[1]);
  if (node.name == "overlap") return overlap(a[0], a[1], a[2]);
  if (node.name != "partial") return nullptr;
  const NodePtr rest = binary(Node::Kind::subtract, number(1), a[3]);
  return binary(Node::Kind::add, binary(Node::Kind::multiply, a[3], overlap(a[0], a[1], a[2])),
                binary(Node::Kind::multiply, rest, binary(Node::Kind::add, a[0], a[1])));
}

}  // namespace detail

namespace {

using detail::binary;
using detail::call;
using detail::number;
using Kind = Node::Kind;

NodePtr of_power(const Node& n, const std::string& p) {
  const NodePtr &a = n.operands[0], &b = n.operands[1];
  const NodePtr below = binary(Kind::power, a, binary(Kind::subtract, b, number(1)));
  const NodePtr by_base = binary(Kind::multiply, binary(Kind::multiply, b, below), derivative(a, p));
  const NodePtr db = derivative(b, p);
  if (detail::is_number(db, 0)) return by_base;
  const NodePtr by_exponent =
      binary(Kind::multiply, binary(Kind::multiply, binary(Kind::power, a, b), call("log", {a})), db);
  return binary(Kind::add, by_base, by_exponent);
}

/// The derivative of the function of one argument at it.
NodePtr outer(const std::string& function, const NodePtr& x) {
  if (function == "tanh") return binary(Kind::subtract, number(1), binary(Kind::power, call("tanh", {x}), number(2)));
  if (function == "exp") return call("exp", {x});
  if (function == "log") return binary(Kind::divide, number(1), x);
  if (function == "sqrt") return binary(Kind::divide, number(0.5), call("sqrt", {x}));
  return function == "abs" ? call("sign", {x}) : number(0);  // sign and less are flat
}

NodePtr of_call(const Node& n, const std::string& p) {
  if (const NodePtr whole = detail::expanded(n)) return derivative(whole, p);
  if (n.operands.size() == 1) return binary(Kind::multiply, outer(n.name, n.operands[0]), derivative(n.operands[0], p));
  if (n.name == "less") return number(0);
  const NodePtr &a = n.operands[0], &b = n.operands[1];
  const NodePtr first = n.name == "min" ? call("less", {a, b}) : call("less", {b, a});
  return binary(Kind::add, binary(Kind::multiply, first, derivative(a, p)),
                binary(Kind::multiply, binary(Kind::subtract, number(1), first), derivative(b, p)));
}

}  // namespace

NodePtr derivative(const NodePtr& node, const std::string& p) {
  const auto d = [&](std::size_t i) { return derivative(node->operands[i], p); };
  switch (node->kind) {
    case Kind::number:
    case Kind::feature:
      return number(0);
    case Kind::parameter:
      return number(node->name == p ? 1 : 0);
    case Kind::negate:
      return detail::negated(d(0));
    case Kind::add:
    case Kind::subtract:
      return binary(node->kind, d(0), d(1));
    case Kind::multiply:
      return binary(Kind::add, binary(Kind::multiply, d(0), node->operands[1]),
                    binary(Kind::multiply, node->operands[0], d(1)));
    case Kind::divide: {
      const NodePtr& b = node->operands[1];
      const NodePtr top =
          binary(Kind::subtract, binary(Kind::multiply, d(0), b), binary(Kind::multiply, node->operands[0], d(1)));
      return binary(Kind::divide, top, binary(Kind::power, b, number(2)));
    }
    case Kind::power:
      return of_power(*node, p);
    case Kind::call:
      return of_call(*node, p);
  }
  return number(0);
}

std::string to_text(const NodePtr& node) {
  const auto part = [&](std::size_t i) { return to_text(node->operands[i]); };
  switch (node->kind) {
    case Kind::number:
      return fmt::format("{}", node->number);
    case Kind::feature:
    case Kind::parameter:
      return node->name;
    case Kind::negate:
      return fmt::format("-({})", part(0));
    case Kind::add:
      return fmt::format("({} + {})", part(0), part(1));
    case Kind::subtract:
      return fmt::format("({} - {})", part(0), part(1));
    case Kind::multiply:
      return fmt::format("{}*{}", part(0), part(1));
    case Kind::divide:
      return fmt::format("({}/({}))", part(0), part(1));
    case Kind::power:
      return fmt::format("({})^({})", part(0), part(1));
    case Kind::call: {
      std::vector<std::string> arguments;
      for (const NodePtr& operand : node->operands) arguments.push_back(to_text(operand));
      return fmt::format("{}({})", node->name, fmt::join(arguments, ", "));
    }
  }
  return "";
}

namespace {

bool has_parameter(const Node& node) {
  return node.kind == Kind::parameter ||
         std::ranges::any_of(node.operands, [](const NodePtr& operand) { return has_parameter(*operand); });
}

/// f (a + b) is f a and f b, where f has no parameter.
std::vector<NodePtr> terms_of_product(const NodePtr& node) {
  const NodePtr &a = node->operands[0], &b = node->operands[1];
  if (has_parameter(*a) == has_parameter(*b)) return {node};
  const NodePtr &factor = has_parameter(*a) ? b : a, &sum = has_parameter(*a) ? a : b;
  std::vector<NodePtr> terms = terms_of(sum);
  if (terms.size() == 1) return {node};
  for (NodePtr& term : terms) term = binary(Kind::multiply, factor, term);
  return terms;
}

}  // namespace

std::vector<NodePtr> terms_of(const NodePtr& node) {
  if (node->kind == Kind::multiply) return terms_of_product(node);
  if (node->kind != Kind::add && node->kind != Kind::subtract) return {node};
  std::vector<NodePtr> terms = terms_of(node->operands[0]);
  for (const NodePtr& term : terms_of(node->operands[1]))
    terms.push_back(node->kind == Kind::add ? term : detail::negated(term));
  return terms;
}

}  // namespace forewarp::model::expression
