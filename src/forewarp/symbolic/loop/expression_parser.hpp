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

#include "forewarp/support/expression/climber.hpp"
#include "forewarp/symbolic/loop/expression.hpp"
#include "forewarp/symbolic/loop/tokens.hpp"

namespace forewarp::loop {

/// Reads expressions from a line of tokens, one after the other: expression(), and operators() for one without ?: at
/// the outermost level, such as a condition before a colon. Both throw ParseError at the first token that does not fit,
/// and where brackets nest more than 200 deep. The first argument distinguishes a reduction from a call: it is a loop,
/// or a list of loops in parentheses.
class ExpressionParser : public expression::Climber<ExpressionParser, ExpressionPtr> {
 public:
  /// Both must outlive the parser; the tokens end with one of kind end.
  ExpressionParser(std::span<const Token> tokens, const std::set<std::string>& loops)
      : Climber({.depth = 200, .chain = 1000}), tokens_(tokens), loops_(loops) {}

  [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
  Token take();
  [[nodiscard]] bool is_sign(std::string_view sign, std::size_t ahead = 0) const;
  [[nodiscard]] bool is_word(std::string_view word, std::size_t ahead = 0) const;
  /// Takes the sign if it is next; false if it is not.
  bool skip(std::string_view sign);
  void expect(std::string_view sign);
  [[nodiscard]] std::string identifier(std::string_view what);
  [[noreturn]] void fail(const std::string& message) const;

 private:
  friend class expression::Climber<ExpressionParser, ExpressionPtr>;
  [[nodiscard]] const expression::Operator* infix() const;
  [[nodiscard]] const expression::Operator* prefix() const;
  [[nodiscard]] bool at_conditional() const { return is_sign("?"); }
  ExpressionPtr unary(expression::Op op, const Token& sign, ExpressionPtr operand);
  ExpressionPtr binary(expression::Op op, const Token& sign, ExpressionPtr left, ExpressionPtr right);
  ExpressionPtr conditional(const Token& mark, ExpressionPtr condition, ExpressionPtr yes, ExpressionPtr no);
  ExpressionPtr primary();
  ExpressionPtr named();
  ExpressionPtr called(const Token& function);
  ExpressionPtr reduction(const Token& operation);
  [[nodiscard]] bool begins_reduction(const std::string& operation) const;
  std::vector<ExpressionPtr> arguments(std::string_view close);

  std::span<const Token> tokens_;
  const std::set<std::string>& loops_;
  std::size_t at_ = 0;
};

/// The whole text as one expression.
[[nodiscard]] ExpressionPtr parse_expression(std::string_view text, const std::set<std::string>& loops,
                                             const SourceLocation& origin = {});

}  // namespace forewarp::loop
