// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/expression_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "forewarp/support/error.hpp"

namespace forewarp::loop {

namespace {

constexpr std::array<std::string_view, 4> reductions{"sum", "product", "min", "max"};
// Words that end an expression in a statement line: "c[i] = a[i] within i, j after s0".
constexpr std::array<std::string_view, 6> reserved{"and", "or", "not", "if", "after", "within"};

ExpressionPtr at(const ExpressionPtr& e, const SourceLocation& where) {
  Expression placed = *e;
  placed.where = where;
  return std::make_shared<const Expression>(std::move(placed));
}

std::string shown(const Token& token) { return expression::shown({token.kind, token.text, token.offset}); }

}  // namespace

const Token& ExpressionParser::peek(std::size_t ahead) const {
  return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
}

Token ExpressionParser::take() {
  Token token = peek();
  if (at_ + 1 < tokens_.size()) ++at_;
  return token;
}

bool ExpressionParser::is_sign(std::string_view sign, std::size_t ahead) const {
  return peek(ahead).kind == Token::Kind::sign && peek(ahead).text == sign;
}
bool ExpressionParser::is_word(std::string_view word, std::size_t ahead) const {
  return peek(ahead).kind == Token::Kind::word && peek(ahead).text == word;
}

bool ExpressionParser::skip(std::string_view sign) {
  if (!is_sign(sign) && !is_word(sign)) return false;
  take();
  return true;
}

void ExpressionParser::expect(std::string_view sign) {
  if (!skip(sign)) fail(fmt::format("'{}' expected instead of {}", sign, shown(peek())));
}

std::string ExpressionParser::identifier(std::string_view what) {
  const Token& token = peek();
  if (token.kind != Token::Kind::word || std::ranges::find(reserved, token.text) != reserved.end())
    fail(fmt::format("{} expected instead of {}", what, shown(token)));
  return take().text;
}

void ExpressionParser::fail(const std::string& message) const { throw ParseError(peek().where, message); }

const expression::Operator* ExpressionParser::infix() const {
  const bool may_be = peek().kind == Token::Kind::sign || peek().kind == Token::Kind::word;
  return may_be ? expression::infix_operator(expression::Language::loop, peek().text) : nullptr;
}

const expression::Operator* ExpressionParser::prefix() const {
  const bool may_be = peek().kind == Token::Kind::sign || peek().kind == Token::Kind::word;
  return may_be ? expression::prefix_operator(expression::Language::loop, peek().text) : nullptr;
}

/// A sign before a number becomes part of the number: -3 is a literal, so subscripts and conditions
/// see a constant.
ExpressionPtr ExpressionParser::unary(expression::Op op, const Token& sign, ExpressionPtr operand) {
  if (op == expression::Op::logical_not) return at(make(Op::logical_not, {std::move(operand)}), sign.where);
  if (operand->op == Op::integer) return at(integer(-operand->integer_value), sign.where);
  if (operand->op == Op::real) return at(real(-operand->real_value), sign.where);
  return at(make(Op::negate, {std::move(operand)}), sign.where);
}

/// a > b is stored as b < a: the analyses know two orders instead of four.
ExpressionPtr ExpressionParser::binary(expression::Op op, const Token& sign, ExpressionPtr left, ExpressionPtr right) {
  if (op == expression::Op::greater || op == expression::Op::greater_equal) std::swap(left, right);
  return at(make(operation_of(op), {std::move(left), std::move(right)}), sign.where);
}

ExpressionPtr ExpressionParser::conditional(const Token& mark, ExpressionPtr condition, ExpressionPtr yes,
                                            ExpressionPtr no) {
  return at(make(Op::select, {std::move(condition), std::move(yes), std::move(no)}), mark.where);
}

ExpressionPtr ExpressionParser::primary() {
  const Token token = peek();
  if (token.kind == Token::Kind::integer || token.kind == Token::Kind::real) {
    const auto value = expression::number_of({token.kind, token.text, token.offset}, expression::Language::loop);
    const bool whole = token.kind == Token::Kind::integer;
    if (!value) fail(whole ? "a whole number beyond 64 bits" : "a number out of range");
    take();
    return at(whole ? integer(std::get<std::int64_t>(*value)) : real(std::get<double>(*value)), token.where);
  }
  if (skip("(")) {
    ExpressionPtr inside = expression();
    expect(")");
    return inside;
  }
  return named();
}

ExpressionPtr ExpressionParser::named() {
  const Token token = peek();
  const std::string text = identifier("a value");
  if (is_sign("(")) return called(token);
  std::string tag;
  if (skip("$")) tag = identifier("the name of a memory access");
  if (skip("[")) return at(subscript(text, arguments("]"), tag), token.where);
  if (!tag.empty()) fail(fmt::format("'[' expected: the tag ${} is of an access {}[...]", tag, text));
  return at(name(text), token.where);
}

/// A type's name is a cast, anything else a function; whether it exists is decided by
/// infer_types(), with its types.
ExpressionPtr ExpressionParser::called(const Token& function) {
  if (begins_reduction(function.text)) return reduction(function);
  expect("(");
  std::vector<ExpressionPtr> operands = arguments(")");
  const std::optional<Type> type = type_named(function.text);
  if (!type) return at(call(function.text, std::move(operands)), function.where);
  if (operands.size() != 1) throw ParseError(function.where, fmt::format("{}(...) takes one value", function.text));
  return at(cast(*type, operands.front()), function.where);
}

/// sum(i, body) and sum((i, j), body) reduce; but min and max are functions of two values, too.
/// They reduce only if the first argument is a loop: min(i, a[i]) runs over the loop i,
/// min(n, i) takes the smaller of two numbers. sum and product are never functions, so a name that
/// is not a loop is reported as such by reduction() instead of as a missing function. Looks ahead and
/// takes nothing.
bool ExpressionParser::begins_reduction(const std::string& operation) const {
  if (std::ranges::find(reductions, operation) == reductions.end()) return false;
  const bool unmistakable = operation == "sum" || operation == "product";
  if (is_sign("(", 1)) {
    for (std::size_t k = 2;; k += 2) {
      if (peek(k).kind != Token::Kind::word || !(unmistakable || loops_.contains(peek(k).text))) return false;
      if (is_sign(")", k + 1)) return is_sign(",", k + 2);
      if (!is_sign(",", k + 1)) return false;
    }
  }
  return peek(1).kind == Token::Kind::word && is_sign(",", 2) && (unmistakable || loops_.contains(peek(1).text));
}

ExpressionPtr ExpressionParser::reduction(const Token& operation) {
  expect("(");
  std::vector<std::string> over;
  const auto one = [&] {
    if (!loops_.contains(peek().text))
      fail(fmt::format("{} runs over '{}', which is not a loop of any domain", operation.text, peek().text));
    over.push_back(identifier("a loop"));
  };
  if (skip("(")) {
    do one();
    while (skip(","));
    expect(")");
  } else {
    one();
  }
  expect(",");
  const ExpressionPtr body = expression();
  expect(")");
  return at(reduce(operation.text, std::move(over), body), operation.where);
}

std::vector<ExpressionPtr> ExpressionParser::arguments(std::string_view close) {
  std::vector<ExpressionPtr> list;
  if (skip(close)) return list;
  do list.push_back(expression());
  while (skip(","));
  expect(close);
  return list;
}

ExpressionPtr parse_expression(std::string_view text, const std::set<std::string>& loops,
                               const SourceLocation& origin) {
  const std::vector<Token> tokens = tokens_of(text, origin);
  ExpressionParser parser(tokens, loops);
  ExpressionPtr e = parser.expression();
  if (parser.peek().kind != Token::Kind::end)
    parser.fail(fmt::format("'{}' follows a whole expression", parser.peek().text));
  return e;
}

}  // namespace forewarp::loop
