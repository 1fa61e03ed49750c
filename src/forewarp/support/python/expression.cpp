// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/python/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "forewarp/support/error.hpp"
#include "forewarp/support/expression/climber.hpp"
#include "forewarp/support/expression/lexer.hpp"

namespace forewarp::python {

using expression::Op;
using expression::Operator;
using expression::Token;
using Index = std::size_t;

namespace {

constexpr auto language = expression::Language::python;
constexpr std::size_t max_length = 1 << 20;
constexpr std::string_view functions[] = {"abs", "float", "int", "len", "list", "max", "min", "range", "tuple"};

}  // namespace

/// Reads the operators through expression::Climber; what is Python's alone is here. Two things need more than a table
/// of operators:
///
///   * Comparisons chain: a < b < c is a < b and b < c. A comparison remembers its right side in chains_ until it is
///     put between parentheses; another comparison after it compares with that.
///   * `not in` has two words: taking the first takes both, and the place of such an operator is in negated_.
class Parser : public expression::Climber<Parser, Index> {
 public:
  explicit Parser(Expression& made)
      : Climber({.depth = 32, .chain = 128}), made_(made), tokens_(expression::tokens_of(made.text_, language)) {}

  void run() {
    made_.root_ = expression();
    if (current().kind != Token::Kind::end) unexpected();
  }

  void run_restriction() {
    if (accept_word("lambda")) {
      do parameters_.insert(word());
      while (accept(","));
      expect(":");
    }
    run();
  }

 private:
  friend class Climber<Parser, Index>;

  [[nodiscard]] const Token& current() const { return tokens_[next_]; }
  [[nodiscard]] const Token& after() const { return tokens_[std::min(next_ + 1, tokens_.size() - 1)]; }
  [[noreturn]] void fail(const std::string& message) const { made_.fail(current().offset, message); }
  [[noreturn]] void unexpected() const {
    if (current().kind == Token::Kind::end) fail("ends where a value was expected");
    if (current().kind == Token::Kind::unclosed) fail("a quote opens here that nothing closes");
    fail(fmt::format("{} is not among what can be read of Python", expression::shown(current())));
  }

  std::size_t take() {
    const std::size_t offset = current().offset;
    if (at_word("not")) {
      if (after().text == "in" && after().kind == Token::Kind::word && reading_infix_) {
        negated_.insert(offset);
        ++next_;
      }
    }
    ++next_;
    return offset;
  }
  [[nodiscard]] bool at(std::string_view sign) const {
    return current().kind == Token::Kind::sign && current().text == sign;
  }
  [[nodiscard]] bool at_word(std::string_view text) const {
    return current().kind == Token::Kind::word && current().text == text;
  }
  [[nodiscard]] static bool at_conditional() { return false; }
  bool accept(std::string_view sign) { return at(sign) && (++next_, true); }
  bool accept_word(std::string_view text) { return at_word(text) && (++next_, true); }
  void expect(std::string_view sign) {
    if (!accept(sign)) fail(fmt::format("expected '{}', here is {}", sign, expression::shown(current())));
  }
  std::string word() {
    if (current().kind != Token::Kind::word) fail("expected a name, here is " + expression::shown(current()));
    return std::string(tokens_[next_++].text);
  }

  [[nodiscard]] const Operator* infix() {
    reading_infix_ = true;
    if (at_word("not") && after().kind == Token::Kind::word && after().text == "in")
      return expression::infix_operator(language, "in");
    const bool may_be = current().kind == Token::Kind::sign || current().kind == Token::Kind::word;
    return may_be ? expression::infix_operator(language, current().text) : nullptr;
  }
  [[nodiscard]] const Operator* prefix() {
    reading_infix_ = false;
    const bool may_be = current().kind == Token::Kind::sign || current().kind == Token::Kind::word;
    return may_be ? expression::prefix_operator(language, current().text) : nullptr;
  }

  Index add(Node node) {
    made_.nodes_.push_back(std::move(node));
    return made_.nodes_.size() - 1;
  }
  Index operation(Op op, std::size_t offset, std::vector<Index> operands) {
    return add({.kind = Node::Kind::operation, .op = op, .offset = offset, .operands = std::move(operands)});
  }
  Index constant(Value value, std::size_t offset) {
    return add({.kind = Node::Kind::constant, .offset = offset, .constant = std::move(value)});
  }

  Index unary(Op op, std::size_t offset, Index a) { return operation(op, offset, {a}); }
  Index binary(Op op, std::size_t offset, Index a, Index b) {
    if (!expression::is_comparison(op) && op != Op::member) return operation(op, offset, {a, b});
    const auto chain = chains_.find(a);
    Index made = operation(op, offset, {chain == chains_.end() ? a : chain->second, b});
    if (negated_.contains(offset)) made = operation(Op::logical_not, offset, {made});
    if (chain != chains_.end()) made = operation(Op::logical_and, offset, {a, made});
    chains_[made] = b;
    return made;
  }
  Index conditional(std::size_t /*offset*/, Index /*condition*/, Index /*yes*/, Index /*no*/) { unexpected(); }

  Index primary() {
    switch (current().kind) {
      case Token::Kind::integer:
      case Token::Kind::real:
        return number();
      case Token::Kind::text:
        return text();
      case Token::Kind::word:
        return name_or_call();
      case Token::Kind::quoted_name:
      case Token::Kind::unclosed:
      case Token::Kind::end:
      case Token::Kind::sign:
        break;
    }
    const std::size_t offset = current().offset;
    if (accept("(")) return parenthesised(offset);
    if (accept("[")) return listed(offset, "]");
    if (accept("{")) return dictionary(offset);
    unexpected();
  }

  Index number() {
    const Token token = current();
    const auto value = expression::number_of(token, language);
    if (!value) fail(fmt::format("{} is out of range", token.text));
    ++next_;
    if (current().kind == Token::Kind::word && current().offset == token.offset + token.text.size())
      fail("a name cannot begin with a digit");
    return std::visit([&](auto number) { return constant({number}, token.offset); }, *value);
  }

  Index text() {
    const std::size_t offset = current().offset;
    std::string text;
    for (; current().kind == Token::Kind::text; ++next_) {
      if (current().text.find('\\') != std::string_view::npos) fail("a text with a backslash is not read");
      text += current().text;
    }
    return constant({std::move(text)}, offset);
  }

  Index name_or_call() {
    const std::size_t offset = current().offset;
    std::string name = word();
    if (name == "True" || name == "False") return constant({name == "True"}, offset);
    if (name == "None") return constant({}, offset);
    if (name == "lambda") made_.fail(offset, "a lambda is not among what can be read of Python here");
    while (accept(".")) name += "." + word();
    if (accept("(")) return call(std::move(name), offset);
    if (at("[")) return subscript(name, offset);
    if (name.find('.') != std::string::npos) needs_python(name, offset);
    return add({.kind = Node::Kind::name, .offset = offset, .name = std::move(name)});
  }

  [[noreturn]] void needs_python(const std::string& name, std::size_t offset) const {
    made_.fail(offset, fmt::format("'{}' needs Python to run", name));
  }

  /// p["x"] in a restriction whose only parameter is p.
  Index subscript(const std::string& name, std::size_t offset) {
    if (parameters_.size() != 1 || !parameters_.contains(name)) needs_python(name + "[...]", offset);
    expect("[");
    if (current().kind != Token::Kind::text) fail("expected the name of a tuning parameter between quotes");
    std::string key(tokens_[next_++].text);
    expect("]");
    return add({.kind = Node::Kind::name, .offset = offset, .name = std::move(key)});
  }

  Index call(std::string name, std::size_t offset) {
    if (name == "dict" || name == "OrderedDict" || name == "collections.OrderedDict") return keywords(offset);
    if (std::ranges::find(functions, name) == std::end(functions)) needs_python(name, offset);
    Node node{.kind = Node::Kind::call, .offset = offset, .name = std::move(name)};
    while (!accept(")")) {
      node.operands.push_back(expression());
      if (!at(")")) expect(",");
    }
    return add(std::move(node));
  }

  /// dict(a=[1, 2], b=[3]) after its first parenthesis.
  Index keywords(std::size_t offset) {
    Node node{.kind = Node::Kind::dictionary, .offset = offset};
    while (!accept(")")) {
      node.keys.push_back(word());
      expect("=");
      node.operands.push_back(expression());
      if (!at(")")) expect(",");
    }
    return add(std::move(node));
  }

  Index dictionary(std::size_t offset) {
    Node node{.kind = Node::Kind::dictionary, .offset = offset};
    while (!accept("}")) {
      if (current().kind != Token::Kind::text) fail("a key must be a text, here is " + expression::shown(current()));
      node.keys.emplace_back(tokens_[next_++].text);
      expect(":");
      node.operands.push_back(expression());
      if (!at("}")) expect(",");
    }
    return add(std::move(node));
  }

  Index parenthesised(std::size_t offset) {
    if (accept(")")) return add({.kind = Node::Kind::list, .offset = offset});
    const Index inside = expression();
    if (accept(")")) {
      chains_.erase(inside);
      return inside;
    }
    return rest_of_list(offset, ")", inside);
  }

  Index listed(std::size_t offset, std::string_view close) {
    if (accept(close)) return add({.kind = Node::Kind::list, .offset = offset});
    const Index first = expression();
    if (accept_word("for")) return comprehension(offset, close, first);
    return rest_of_list(offset, close, first);
  }

  Index rest_of_list(std::size_t offset, std::string_view close, Index first) {
    Node node{.kind = Node::Kind::list, .offset = offset, .operands = {first}};
    while (!accept(close)) {
      expect(",");
      if (accept(close)) break;
      node.operands.push_back(expression());
    }
    return add(std::move(node));
  }

  Index comprehension(std::size_t offset, std::string_view close, Index element) {
    Node node{.kind = Node::Kind::comprehension, .offset = offset, .operands = {element}, .name = word()};
    if (!accept_word("in")) fail("expected 'in', here is " + expression::shown(current()));
    node.operands.push_back(expression());
    if (accept_word("if")) node.operands.push_back(expression());
    expect(close);
    return add(std::move(node));
  }

  Expression& made_;
  std::vector<Token> tokens_;
  Index next_ = 0;
  std::map<Index, Index> chains_;
  std::set<std::size_t> negated_;
  std::set<std::string> parameters_;  ///< of the lambda
  bool reading_infix_ = false;
};

namespace {

SourceLocation place_in(std::string_view text, std::size_t offset, SourceLocation where) {
  const std::string_view before = text.substr(0, offset);
  const auto lines = std::ranges::count(before, '\n');
  where.line = std::max(1U, where.line) + static_cast<std::uint32_t>(lines);
  const std::size_t begin = lines == 0 ? 0 : before.rfind('\n') + 1;
  where.column = static_cast<std::uint32_t>(offset - begin) + (lines == 0 ? std::max(1U, where.column) : 1U);
  return where;
}

}  // namespace

void Expression::fail(std::size_t offset, std::string_view message) const {
  throw ParseError(place_in(text_, offset, where_), message);
}

namespace {

void check_length(std::string_view text, const SourceLocation& where) {
  if (text.size() > max_length)
    throw ParseError(
        where, fmt::format("an expression of {} characters is too long: {} is the limit", text.size(), max_length));
}

}  // namespace

Expression Expression::parse(std::string_view text, SourceLocation where) {
  check_length(text, where);
  Expression made;
  made.text_ = text;
  made.where_ = std::move(where);
  Parser(made).run();
  return made;
}

Expression Expression::parse_restriction(std::string_view text, SourceLocation where) {
  check_length(text, where);
  Expression made;
  made.text_ = text;
  made.where_ = std::move(where);
  Parser(made).run_restriction();
  return made;
}

std::set<std::string> Expression::names() const {
  std::set<std::string> bound, all;
  for (const Node& node : nodes_)
    if (node.kind == Node::Kind::comprehension) bound.insert(node.name);
  for (const Node& node : nodes_)
    if (node.kind == Node::Kind::name && !bound.contains(node.name)) all.insert(node.name);
  return all;
}

}  // namespace forewarp::python
