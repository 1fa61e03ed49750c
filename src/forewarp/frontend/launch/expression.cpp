// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/expression.hpp"

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::launch {

Expression::Expression(std::int64_t value) : text_(std::to_string(value)), nodes_(1) { nodes_[0].literal = value; }

Expression::Expression(double value) : text_(fmt::format("{}", value)), nodes_(1) { nodes_[0].literal = value; }

std::int64_t Expression::integer(const Parameters& names) const {
  const Number value = evaluate(names);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  fail(0, fmt::format("is {}, an integer was expected", std::get<double>(value)));
}

double Expression::real(const Parameters& names) const {
  return std::visit([](auto v) { return static_cast<double>(v); }, evaluate(names));
}

std::set<std::string> Expression::names() const {
  std::set<std::string> found;
  for (const ExpressionNode& node : nodes_)
    if (node.op == ExpressionOp::name) found.insert(node.name);
  return found;
}

std::string Expression::bare_name() const { return nodes_.back().op == ExpressionOp::name ? nodes_.back().name : ""; }

void Expression::fail(std::size_t position, std::string_view message) const {
  const std::string shown = text_.size() <= 80 ? text_ : text_.substr(0, 77) + "...";
  throw ParseError(where_, fmt::format("'{}' at position {}: {}", shown, position + 1, message));
}

}  // namespace forewarp::launch
