// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/expression/tree.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"

namespace forewarp::expression {
namespace {

/// At most 80 characters of the text around the position, on one line.
std::string excerpt(const std::string& text, std::size_t position) {
  constexpr std::size_t max_shown = 80, shown = 74;
  std::string part = text;
  if (text.size() > max_shown) {
    const std::size_t begin = std::min(position - std::min(position, shown / 2), text.size() - shown);
    part = (begin > 0 ? "..." : "") + text.substr(begin, shown) + (begin + shown < text.size() ? "..." : "");
  }
  std::ranges::replace(part, '\n', ' ');
  return part;
}

}  // namespace

Index Tree::add(Node node) {
  nodes.push_back(std::move(node));
  root = static_cast<Index>(nodes.size() - 1);
  return root;
}

Index Tree::add(Op op, std::span<const Index> operands, std::size_t position) {
  Node node;
  node.op = op;
  node.operands = static_cast<std::uint8_t>(operands.size());
  node.position = static_cast<std::uint32_t>(position);
  std::ranges::copy(operands, node.operand.begin());
  return add(std::move(node));
}

std::vector<bool> Tree::reachable(Index from) const {
  std::vector<bool> found(nodes.size());
  found[from] = true;
  for (Index i = from + 1; i-- > 0;)
    if (found[i])
      for (std::size_t k = 0; k < nodes[i].operands; ++k) found[nodes[i].operand[k]] = true;
  return found;
}

void Tree::fail(std::size_t position, std::string_view message) const {
  throw ParseError(where, fmt::format("'{}' at position {}: {}", excerpt(text, position), position + 1, message));
}

}  // namespace forewarp::expression
