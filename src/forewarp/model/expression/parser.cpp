// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <set>

#include "forewarp/model/expression/detail/build.hpp"
#include "forewarp/model/expression/expression.hpp"
#include "forewarp/support/closest.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::model::expression {

namespace {

using detail::binary;
using detail::call;
using detail::number;

const std::map<std::string, std::size_t>& functions() {
  static const std::map<std::string, std::size_t> all{{"tanh", 1},    {"exp", 1},    {"log", 1}, {"sqrt", 1},
                                                      {"abs", 1},     {"min", 2},    {"max", 2}, {"step", 2},
                                                      {"overlap", 3}, {"partial", 4}};
  return all;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

void gather(const Node& node, std::set<std::string>& names) {
  if (node.kind == Node::Kind::parameter) names.insert(node.name);
  for (const NodePtr& operand : node.operands) gather(*operand, names);
}

/// Recursive descent: sum > product > sign > power > primary. Left-associative except for ^, whose right operand is
/// again a signed power: 2^-x^2 is 2^(-(x^2)). Depth is limited to 200, length to 100,000 characters, so hostile input
/// can neither overflow the stack nor take long: O(length) tokens, plus a linear search for repeated names.
class Parser {
 public:
  Parser(std::string_view text, Form form) : text_(text), form_(form) {}

  Expression run() {
    if (text_.size() > 100'000) fail("an expression of more than 100,000 characters");
    Expression e;
    e.text = text_;
    e.root = sum();
    blanks();
    if (at_ < text_.size()) fail(fmt::format("'{}' is not expected here", text_[at_]));
    e.features = std::move(features_);
    e.parameters = std::move(parameters_);
    e.overlaps = std::move(overlaps_);
    if (e.parameters.empty()) fail("the expression has no parameter p_...: there is nothing to calibrate");
    return e;
  }

 private:
  [[noreturn]] void fail(const std::string& message) const {
    throw ParseError({"expression", 1, static_cast<std::uint32_t>(at_ + 1)}, message);
  }
  void blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  bool skip(char c) {
    blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  NodePtr sum() {
    NodePtr left = product();
    for (;;) {
      if (skip('+'))
        left = binary(Node::Kind::add, left, product());
      else if (skip('-'))
        left = binary(Node::Kind::subtract, left, product());
      else
        return left;
    }
  }
  NodePtr product() {
    NodePtr left = sign();
    for (;;) {
      if (skip('*'))
        left = binary(Node::Kind::multiply, left, sign());
      else if (skip('/'))
        left = binary(Node::Kind::divide, left, sign());
      else
        return left;
    }
  }
  /// -x^2 is -(x^2).
  NodePtr sign() {
    if (++depth_ > 200) fail("brackets and signs nest more than 200 deep");
    NodePtr result;
    if (skip('-'))
      result = detail::negated(sign());
    else if (skip('+'))
      result = sign();
    else
      result = power();
    --depth_;
    return result;
  }
  NodePtr power() {
    NodePtr base = primary();
    if (skip('^')) return binary(Node::Kind::power, base, sign());
    return base;
  }

  NodePtr primary() {
    blanks();
    if (skip('(')) {
      NodePtr inside = sum();
      if (!skip(')')) fail("')' is missing");
      return inside;
    }
    if (at_ >= text_.size()) fail("the expression ends where a value is expected");
    const char c = text_[at_];
    if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.') return literal();
    if (!is_word(c)) fail(fmt::format("'{}' is not expected here", c));
    return text_.substr(at_, 2) == "f_" ? feature() : name();
  }

  NodePtr literal() {
    double value = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc{}) fail("this is not a number");
    at_ = static_cast<std::size_t>(end - text_.data());
    return number(value);
  }

  /// Letters, digits and _; after ':' a list in braces, or a comparison and what it compares with.
  NodePtr feature() {
    std::string name;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == ':')
        constraint(name);
      else if (is_word(c) || (c == '.' && !name.empty()))
        name += text_[at_++];
      else
        break;
    }
    if (std::ranges::find(features_, name) == features_.end()) features_.push_back(name);
    return detail::leaf(Node::Kind::feature, name);
  }
  /// The text after ':' is part of the feature's name; blanks within braces are dropped, so that names compare equal.
  void constraint(std::string& name) {
    name += text_[at_++];
    if (at_ < text_.size() && text_[at_] == '{') {
      const auto close = text_.find('}', at_);
      if (close == std::string_view::npos) fail("'}' is missing");
      for (; at_ <= close; ++at_)
        if (std::isspace(static_cast<unsigned char>(text_[at_])) == 0) name += text_[at_];
      return;
    }
    while (at_ < text_.size() && (text_[at_] == '<' || text_[at_] == '>' || text_[at_] == '=')) name += text_[at_++];
  }

  NodePtr name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    std::string word(text_.substr(begin, at_ - begin));
    if (word.starts_with("p_")) {
      if (std::ranges::find(parameters_, word) == parameters_.end()) parameters_.push_back(word);
      return detail::leaf(Node::Kind::parameter, word);
    }
    const auto found = functions().find(word);
    if (found != functions().end()) return called(word, found->second);
    at_ = begin;
    std::vector<std::string> known;
    for (const auto& [function, count] : functions()) known.push_back(function);
    fail(fmt::format("'{}' is no function, and neither a feature f_... nor a parameter p_...{}", word,
                     did_you_mean(word, known)));
  }

  NodePtr called(const std::string& function, std::size_t count) {
    if (!skip('(')) fail(fmt::format("'(' is missing after {}", function));
    std::vector<NodePtr> arguments;
    do arguments.push_back(sum());
    while (skip(','));
    if (!skip(')')) fail("')' is missing");
    if (arguments.size() != count)
      fail(fmt::format("{} takes {} argument{}, not {}", function, count, count == 1 ? "" : "s", arguments.size()));
    if (function == "overlap" || function == "partial") return overlapped(std::move(arguments));
    return call(function, std::move(arguments));
  }

  /// The form decides what overlap(a, b, ..) means: a + b (linear), the smooth maximum (overlapping), or a share
  /// p_hidden of the shorter part hidden (partial).
  NodePtr overlapped(std::vector<NodePtr> a) {
    overlaps_.emplace_back(a[0], a[1]);
    if (form_ == Form::linear) return binary(Node::Kind::add, a[0], a[1]);
    if (form_ == Form::overlapping) a.resize(3);
    if (form_ == Form::partial && a.size() == 3) {
      if (std::ranges::find(parameters_, "p_hidden") == parameters_.end()) parameters_.emplace_back("p_hidden");
      a.push_back(detail::leaf(Node::Kind::parameter, "p_hidden"));
    }
    const bool whole = a.size() == 3;
    return call(whole ? "overlap" : "partial", std::move(a));
  }

  std::string_view text_;
  Form form_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::vector<std::pair<NodePtr, NodePtr>> overlaps_;
  std::vector<std::string> features_, parameters_;
};

}  // namespace

Expression parse(std::string_view text, Form form) {
  Expression e = Parser(text, form).run();
  if (form == Form::as_written) return e;
  std::set<std::string> names;
  gather(*e.root, names);
  std::erase_if(e.parameters, [&](const std::string& name) { return !names.contains(name); });
  e.text = to_text(e.root);
  return e;
}

Expression reformed(const Expression& expression, Form form) { return parse(expression.text, form); }

}  // namespace forewarp::model::expression
