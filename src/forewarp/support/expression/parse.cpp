// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <fmt/format.h>

#include "forewarp/support/error.hpp"
#include "forewarp/support/expression/climber.hpp"
#include "forewarp/support/expression/tree.hpp"

namespace forewarp::expression {
namespace {

using Kind = Token::Kind;

class Parser : public Climber<Parser, Index> {
 public:
  Parser(Tree& tree, Language language, Limits limits)
      : Climber(limits), tree_(tree), language_(language), tokens_(tokens_of(tree.text, language)) {}

  void run() {
    const Index root = expression();
    if (current().kind != Kind::end) unexpected();
    tree_.root = root;
  }

 private:
  friend class Climber<Parser, Index>;

  [[nodiscard]] const Token& current() const { return tokens_[next_]; }
  [[noreturn]] void fail(const std::string& message) const { tree_.fail(current().offset, message); }
  [[noreturn]] void unexpected() const {
    if (current().kind == Kind::end) fail("ends where a value was expected");
    if (current().kind == Kind::unclosed) fail("a quote opens here that nothing closes");
    const std::string what = shown(current());
    fail("unexpected " + what.substr(what.starts_with("the ") ? 4 : 0));
  }

  std::size_t take() { return tokens_[next_++].offset; }
  [[nodiscard]] bool at(std::string_view sign) const { return current().kind == Kind::sign && current().text == sign; }
  [[nodiscard]] bool at_conditional() const { return language_ == Language::launch && at("?"); }
  bool accept(std::string_view sign) {
    if (!at(sign)) return false;
    take();
    return true;
  }
  void expect(std::string_view sign) {
    if (!accept(sign)) fail(fmt::format("expected '{}'", sign));
  }

  [[nodiscard]] const Operator* infix() const {
    const bool may_be = current().kind == Kind::sign || current().kind == Kind::word;
    return may_be ? infix_operator(language_, current().text) : nullptr;
  }
  [[nodiscard]] const Operator* prefix() const {
    const bool may_be = current().kind == Kind::sign || current().kind == Kind::word;
    return may_be ? prefix_operator(language_, current().text) : nullptr;
  }

  Index unary(Op op, std::size_t place, Index a) { return tree_.add(op, {a}, place); }
  Index binary(Op op, std::size_t place, Index a, Index b) { return tree_.add(op, {a, b}, place); }
  Index conditional(std::size_t place, Index condition, Index yes, Index no) {
    return tree_.add(Op::conditional, {condition, yes, no}, place);
  }

  /// x in (a, b) as x == a || x == b.
  Index list(Op /*member*/, std::size_t place, Index left) {
    expect("(");
    Index any = binary(Op::equal, place, left, expression());
    while (accept(",")) {
      const Index next = binary(Op::equal, place, left, expression());
      any = binary(Op::logical_or, place, any, next);
    }
    expect(")");
    return any;
  }

  Index primary() {
    const Token token = current();
    if (token.kind == Kind::integer || token.kind == Kind::real) return number();
    if (token.kind == Kind::word || token.kind == Kind::quoted_name || token.kind == Kind::text) {
      take();
      if (token.kind == Kind::word && at("(")) return call(token);
      const bool pattern = language_ == Language::budget && token.kind != Kind::word;
      const Index made = leaf(token.kind == Kind::text || pattern ? Op::text : Op::name, token, {});
      if (pattern && accept(".")) member_of(made);
      return made;
    }
    if (!accept("(")) unexpected();
    const Index inside = expression();
    expect(")");
    return inside;
  }

  /// "copy*".total: the name and what is asked of it, as in reduce.total, which is one word.
  void member_of(Index name) {
    if (current().kind != Kind::word) unexpected();
    tree_.nodes[name].text += '.';
    tree_.nodes[name].text += current().text;
    take();
  }

  /// 120us, 120 us, 10%: a number with its unit; the units are defined by the caller that evaluates the tree.
  Index number_with_unit() {
    const Index made = leaf(Op::number, current(), *number_of(current(), language_));
    take();
    const bool word = current().kind == Kind::word && infix() == nullptr;
    if (!word && !at("%")) return made;
    tree_.nodes[made].text = current().text;
    take();
    return made;
  }

  Index leaf(Op op, const Token& token, Number number) {
    Node node{.op = op, .position = static_cast<std::uint32_t>(token.offset), .number = number, .text = {}};
    if (op != Op::number) node.text = token.text;
    return tree_.add(std::move(node));
  }

  Index number() {
    const Token token = current();
    const std::optional<Number> value = number_of(token, language_);
    if (!value) fail("is out of range");
    if (language_ == Language::budget) return number_with_unit();
    take();
    if (current().kind == Kind::word && current().offset == token.offset + token.text.size() && infix() == nullptr)
      fail("a name cannot begin with a digit");
    return leaf(Op::number, token, *value);
  }

  Index call(const Token& name) {
    const Operator* function = function_named(language_, name.text);
    if (function == nullptr)
      tree_.fail(name.offset, fmt::format("there is no function '{}' ({})", name.text, known_functions()));
    expect("(");
    std::vector<Index> arguments;
    do arguments.push_back(expression());
    while (accept(","));
    expect(")");
    const std::size_t min = function->min_operands, max = function->max_operands, given = arguments.size();
    if (given < min || given > max)
      tree_.fail(name.offset, fmt::format("{} takes {}{} argument{}, not {}", name.text, min,
                                          max == min ? "" : fmt::format(" to {}", max), max == 1 ? "" : "s", given));
    if (function->op != Op::min && function->op != Op::max) return tree_.add(function->op, arguments, name.offset);
    Index result = arguments[0];
    for (std::size_t i = 1; i < given; ++i) result = binary(function->op, name.offset, result, arguments[i]);
    return result;
  }

  [[nodiscard]] std::string known_functions() const {
    std::string all;
    for (const std::string& name : function_names(language_)) all += (all.empty() ? "there are: " : ", ") + name;
    return all.empty() ? "there are none" : all;
  }

  Tree& tree_;
  Language language_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
};

/// A tree of the greatest chain in the greatest depth bounds the recursion of its evaluation. The expressions of
/// cost models may be long, and of rows: a condition on hundreds of kernels.
Parser::Limits limits_of(Language language) {
  switch (language) {
    case Language::launch:
      return {96, 96};
    case Language::budget:
      return {64, 64};
    case Language::row:
    case Language::campaign:
      return {64, 4096};
    case Language::cost:
    case Language::loop:
    case Language::ptx:
    case Language::python:
      break;
  }
  return {200, 100'000};
}

}  // namespace

std::size_t max_length(Language language) { return language == Language::cost ? 100'000 : 4096; }

Tree parse(std::string_view text, Language language, SourceLocation where) {
  Tree tree;
  tree.text = text.substr(0, max_length(language));
  tree.where = std::move(where);
  if (text.size() > tree.text.size())
    tree.fail(0, fmt::format("an expression of {} characters is too long: {} is the limit", text.size(),
                             max_length(language)));
  Parser(tree, language, limits_of(language)).run();
  return tree;
}

}  // namespace forewarp::expression
