// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// A tree as text with every operation in parentheses: 1 + 2*3 is (add 1 (multiply 2 3)).
#include <array>
#include <string>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/expression/tree.hpp"

namespace forewarp::expression {

inline std::string name_of(Op op) {
  static constexpr std::array names{
      "number",      "text",          "name",      "plus",       "negate",      "logical_not", "bit_not",  "logical_or",
      "logical_and", "bit_or",        "bit_xor",   "bit_and",    "equal",       "not_equal",   "less",     "less_equal",
      "greater",     "greater_equal", "member",    "shift_left", "shift_right", "add",         "subtract", "multiply",
      "divide",      "floor_divide",  "remainder", "power",      "conditional", "abs",         "ceil",     "ceil_div",
      "exp",         "floor",         "log",       "log2",       "max",         "min",         "missing",  "overlap",
      "partial",     "pow2",          "round_up",  "sign",       "sqrt",        "step",        "tanh"};
  static_assert(names.size() == static_cast<std::size_t>(Op::tanh) + 1);
  return names[static_cast<std::size_t>(op)];
}

inline std::string written(const Tree& tree, Index index) {
  const Node& node = tree.nodes[index];
  if (node.op == Op::number)
    return std::visit([](auto value) { return fmt::format("{}", value); }, node.number) + node.text;
  if (node.op == Op::name) return node.text;
  if (node.op == Op::text) return "'" + node.text + "'";
  std::string all = "(" + name_of(node.op);
  for (std::size_t k = 0; k < node.operands; ++k) all += " " + written(tree, node.operand[k]);
  return all + ")";
}

inline std::string written(std::string_view text, Language language) {
  const Tree tree = parse(text, language);
  return written(tree, tree.root);
}

inline std::string refusal(std::string_view text, Language language) {
  try {
    return "no error, but " + written(text, language);
  } catch (const ParseError& error) {
    return error.what();
  }
}

}  // namespace forewarp::expression
