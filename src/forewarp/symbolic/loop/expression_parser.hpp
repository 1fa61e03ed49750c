// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Expressions of loop programs from text:
///
///     sum(k, a$aLD[i, k]*b[k, j])          max((k, l), abs(x[k, l]))           i < n ? u[i] : 0.0
///     + - * / // % < <= > >= == != and or not ?: calls, casts f32(...), tags after $
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "forewarp/symbolic/loop/expression.hpp"
#include "forewarp/symbolic/loop/tokens.hpp"

namespace forewarp::loop {

/// Reads expressions off a line of tokens, one after the other. A reduction is distinguished from a call by its first
/// argument: a loop, or a list of loops in parentheses.
class ExpressionParser {
 public:
  /// Both must outlive the parser; the tokens end with one of kind end.
  ExpressionParser(std::span<const Token> tokens, const std::set<std::string>& loops)
      : tokens_(tokens), loops_(loops) {}

  /// Throws ParseError at the first token that does not fit, or where brackets nest more than 200 deep.
  [[nodiscard]] ExpressionPtr expression();
  /// Without ?: at the outermost level, as a condition before a colon is.
  [[nodiscard]] ExpressionPtr condition();

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
  Token take();
  [[nodiscard]] bool is_sign(std::string_view sign, std::size_t ahead = 0) const;
  [[nodiscard]] bool is_word(std::string_view word, std::size_t ahead = 0) const;
  /// Consumes the sign if it is next; returns whether it was.
  bool skip(std::string_view sign);
  void expect(std::string_view sign);
  [[nodiscard]] std::string identifier(std::string_view what);
  [[noreturn]] void fail(const std::string& message) const;

 private:
  class Deeper;
  ExpressionPtr binary(int level);
  ExpressionPtr unary();
  ExpressionPtr primary();
  ExpressionPtr named();
  ExpressionPtr called(const Token& function);
  ExpressionPtr reduction(const Token& operation);
  [[nodiscard]] bool begins_reduction(const std::string& operation) const;
  std::vector<ExpressionPtr> arguments(std::string_view close);

  std::span<const Token> tokens_;
  const std::set<std::string>& loops_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

/// The whole text as one expression.
[[nodiscard]] ExpressionPtr parse_expression(std::string_view text, const std::set<std::string>& loops,
                                             const SourceLocation& origin = {});

}  // namespace forewarp::loop
