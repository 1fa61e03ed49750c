// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/expression_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "forewarp/support/error.hpp"

namespace forewarp::loop {

namespace {

constexpr int deepest = 200, longest_chain = 1000;

struct Binary {
  std::string_view sign;
  Op op;
  bool swapped = false;  ///< a > b is b < a
};

/// From loosest to tightest.
const std::array<std::vector<Binary>, 6> levels{
    {{{"or", Op::logical_or}, {"||", Op::logical_or}},
     {{"and", Op::logical_and}, {"&&", Op::logical_and}},
     {{"==", Op::equal}, {"!=", Op::not_equal}},
     {{"<", Op::less}, {"<=", Op::less_equal}, {">", Op::less, true}, {">=", Op::less_equal, true}},
     {{"+", Op::add}, {"-", Op::subtract}},
     {{"*", Op::multiply}, {"//", Op::floor_div}, {"/", Op::divide}, {"%", Op::modulo}}}};

constexpr std::array<std::string_view, 4> reductions{"sum", "product", "min", "max"};
constexpr std::array<std::string_view, 6> reserved{"and", "or", "not", "if", "after", "within"};

ExpressionPtr at(const ExpressionPtr& e, const SourceLocation& where) {
  Expression placed = *e;
  placed.where = where;
  return std::make_shared<const Expression>(std::move(placed));
}

std::string shown(const Token& token) { return token.kind == Token::Kind::end ? "the end" : "'" + token.text + "'"; }

}  // namespace

/// Counts how deep the recursion is.
class ExpressionParser::Deeper {
 public:
  explicit Deeper(ExpressionParser& parser) : parser_(parser) {
    if (++parser_.depth_ > deepest) parser_.fail(fmt::format("nested more than {} deep", deepest));
  }
  ~Deeper() { --parser_.depth_; }
  Deeper(const Deeper&) = delete;
  Deeper& operator=(const Deeper&) = delete;

 private:
  ExpressionParser& parser_;
};

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

ExpressionPtr ExpressionParser::condition() { return binary(0); }

ExpressionPtr ExpressionParser::expression() {
  const Deeper deeper(*this);
  const SourceLocation where = peek().where;
  const ExpressionPtr first = condition();
  if (!skip("?")) return first;
  const ExpressionPtr yes = condition();
  expect(":");
  return at(make(Op::select, {first, yes, expression()}), where);
}

ExpressionPtr ExpressionParser::binary(int level) {
  if (level == static_cast<int>(levels.size())) return unary();
  ExpressionPtr left = binary(level + 1);
  for (int chain = 0;; ++chain) {
    if (chain > longest_chain) fail(fmt::format("a chain of more than {} operators", longest_chain));
    const Token token = peek();
    const auto& here = levels[static_cast<std::size_t>(level)];
    const auto found = std::ranges::find_if(here, [&](const Binary& b) { return is_sign(b.sign) || is_word(b.sign); });
    if (found == here.end()) return left;
    take();
    const ExpressionPtr right = binary(level + 1);
    left = at(make(found->op, found->swapped ? std::vector{right, left} : std::vector{left, right}), token.where);
  }
}

ExpressionPtr ExpressionParser::unary() {
  const Deeper deeper(*this);
  const Token token = peek();
  if (skip("+")) return unary();
  if (skip("-")) {
    const ExpressionPtr operand = unary();
    if (operand->op == Op::integer) return at(integer(-operand->integer_value), token.where);
    if (operand->op == Op::real) return at(real(-operand->real_value), token.where);
    return at(make(Op::negate, {operand}), token.where);
  }
  if (skip("not") || skip("!")) return at(make(Op::logical_not, {unary()}), token.where);
  return primary();
}

ExpressionPtr ExpressionParser::primary() {
  const Token token = peek();
  const char* const begin = token.text.data();
  const char* const end = begin + token.text.size();
  if (token.kind == Token::Kind::integer) {
    std::int64_t value = 0;
    if (std::from_chars(begin, end, value).ec != std::errc()) fail("a whole number beyond 64 bits");
    take();
    return at(integer(value), token.where);
  }
  if (token.kind == Token::Kind::real) {
    double value = 0;
    if (std::from_chars(begin, end, value).ec != std::errc()) fail("a number out of range");
    take();
    return at(real(value), token.where);
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

ExpressionPtr ExpressionParser::called(const Token& function) {
  if (begins_reduction(function.text)) return reduction(function);
  expect("(");
  std::vector<ExpressionPtr> operands = arguments(")");
  const std::optional<Type> type = type_named(function.text);
  if (!type) return at(call(function.text, std::move(operands)), function.where);
  if (operands.size() != 1) throw ParseError(function.where, fmt::format("{}(...) takes one value", function.text));
  return at(cast(*type, operands.front()), function.where);
}

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
      fail(fmt::format("{} runs over '{}', which is no loop of any domain", operation.text, peek().text));
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
