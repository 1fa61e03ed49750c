// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// An expression as nodes in one array, operands before what they are operands of. A pass over the array in its order
/// therefore sees every operand first, without recursion. Nodes may share operands.
#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/expression/lexer.hpp"
#include "forewarp/support/expression/operators.hpp"
#include "forewarp/support/source_location.hpp"

namespace forewarp::expression {

using Index = std::uint32_t;

struct Node {
  Op op = Op::number;
  std::uint8_t operands = 0;
  std::uint32_t position = 0;  ///< offset in the text, for messages: of an operator, of a function's name
  std::array<Index, 4> operand{};
  Number number;
  std::string text;  ///< of a name or a text; of a number in a budget, its unit
};

struct Tree {
  std::string text;
  SourceLocation where;  ///< of the text in a file, if it has a place in one
  std::vector<Node> nodes;
  Index root = 0;

  /// Appends a node, which becomes the root.
  Index add(Node node);
  Index add(Op op, std::span<const Index> operands, std::size_t position = 0);
  Index add(Op op, std::initializer_list<Index> operands, std::size_t position = 0) {
    return add(op, std::span(operands.begin(), operands.size()), position);
  }
  /// Which nodes the root is made of: of trees that were rewritten, not all.
  [[nodiscard]] std::vector<bool> reachable(Index from) const;
  /// Throws ParseError: "'TEXT' at position N: MESSAGE". Of a long text its part around the position is shown.
  [[noreturn]] void fail(std::size_t position, std::string_view message) const;
};

/// Reads an expression of a language that has trees (all but loop programs and PTX). Throws ParseError, also where the
/// text is longer or nested more deeply than the language allows. min and max of several operands are nested, and
/// `in` is a disjunction of comparisons; a tree has no other operators than its text.
[[nodiscard]] Tree parse(std::string_view text, Language language, SourceLocation where = {});

/// The longest text that parse accepts.
[[nodiscard]] std::size_t max_length(Language language);

}  // namespace forewarp::expression
