// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <span>

#include "forewarp/support/error.hpp"
#include "forewarp/support/table/expression.hpp"

namespace forewarp::table {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

struct Symbol {
  std::string_view text;
  RowOp op;
};
constexpr std::array comparisons = {Symbol{"==", RowOp::equal},      Symbol{"!=", RowOp::not_equal},
                                    Symbol{"<=", RowOp::less_equal}, Symbol{">=", RowOp::greater_equal},
                                    Symbol{"<", RowOp::less},        Symbol{">", RowOp::greater}};
constexpr std::array sums = {Symbol{"+", RowOp::add}, Symbol{"-", RowOp::subtract}};
constexpr std::array products = {Symbol{"*", RowOp::multiply}, Symbol{"/", RowOp::divide},
                                 Symbol{"%", RowOp::remainder}};
constexpr std::array functions = {Symbol{"log", RowOp::log}, Symbol{"log2", RowOp::log2},
                                  Symbol{"exp", RowOp::exp}, Symbol{"sqrt", RowOp::sqrt},
                                  Symbol{"abs", RowOp::abs}, Symbol{"min", RowOp::min},
                                  Symbol{"max", RowOp::max}, Symbol{"missing", RowOp::missing}};

}  // namespace

/// Recursive descent; each level of the grammar is a function.
class RowParser {
 public:
  explicit RowParser(RowExpression& target) : out_(target), text_(target.text_) {}

  void parse() {
    disjunction();
    skip();
    if (at_ < text_.size()) fail("an operator is wanted here");
  }

 private:
  using Index = std::uint32_t;

  class Deeper {
   public:
    explicit Deeper(RowParser& parser) : depth_(parser.depth_) {
      if (++depth_ > RowExpression::max_depth) parser.fail("too deep");
    }
    ~Deeper() { --depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    unsigned& depth_;
  };

  Index disjunction() {
    Index left = conjunction();
    while (symbol("||") || word("or")) left = binary(RowOp::logical_or, left, conjunction());
    return left;
  }

  Index conjunction() {
    Index left = negation();
    while (symbol("&&") || word("and")) left = binary(RowOp::logical_and, left, negation());
    return left;
  }

  Index negation() {
    const Deeper deeper(*this);
    skip();
    const bool bang = text_.substr(at_).starts_with("!") && !text_.substr(at_).starts_with("!=");
    if (bang ? symbol("!") : word("not")) return unary(RowOp::logical_not, negation());
    return comparison();
  }

  Index comparison() {
    const Index left = sum();
    if (word("in")) return membership(left);
    for (const Symbol& s : comparisons)
      if (symbol(s.text)) return binary(s.op, left, sum());
    return left;
  }

  /// x in (a, b) as x == a || x == b.
  Index membership(Index left) {
    expect("(");
    Index any = binary(RowOp::equal, left, sum());
    while (symbol(",")) any = binary(RowOp::logical_or, any, binary(RowOp::equal, left, sum()));
    expect(")");
    return any;
  }

  Index sum() {
    Index left = product();
    while (const Symbol* s = any_of(sums)) left = binary(s->op, left, product());
    return left;
  }

  Index product() {
    Index left = factor();
    while (const Symbol* s = any_of(products)) left = binary(s->op, left, factor());
    return left;
  }

  Index factor() {
    const Deeper deeper(*this);
    if (symbol("-")) return unary(RowOp::negate, factor());
    if (symbol("(")) {
      const Index inner = disjunction();
      expect(")");
      return inner;
    }
    return leaf();
  }

  Index leaf() {
    skip();
    if (at_ >= text_.size()) fail("the expression ends where a value is wanted");
    const char c = text_[at_];
    if (c == '"' || c == '\'') return put({.op = RowOp::text, .number = 0, .text = quoted(c)});
    if (c == '`') return put({.op = RowOp::column, .number = 0, .text = quoted(c)});
    if (is_digit(c) || c == '.') return number();
    if (is_letter(c)) return name();
    fail(fmt::format("'{}' is no value", c));
  }

  Index number() {
    double value = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
    if (error != std::errc{}) fail("this is no number");
    at_ = static_cast<std::size_t>(end - text_.data());
    return put({.op = RowOp::number, .number = value, .text = {}});
  }

  Index name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (is_letter(text_[at_]) || is_digit(text_[at_]) || text_[at_] == '.')) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (symbol("(")) return call(name, begin);
    return put({.op = RowOp::column, .number = 0, .text = std::string(name)});
  }

  Index call(std::string_view name, std::size_t begin) {
    for (const Symbol& f : functions) {
      if (f.text != name) continue;
      const Index first = sum();
      Index result = 0;
      if (f.op == RowOp::min || f.op == RowOp::max) {
        expect(",");
        result = binary(f.op, first, sum());
      } else {
        result = unary(f.op, first);
      }
      expect(")");
      return result;
    }
    at_ = begin;
    fail(fmt::format("there is no function '{}'", name));
  }

  std::string quoted(char quote) {
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) fail("a quote opens here and never closes");
    const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return std::string(inside);
  }

  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n')) ++at_;
  }
  bool symbol(std::string_view wanted) {
    skip();
    if (!text_.substr(at_).starts_with(wanted)) return false;
    at_ += wanted.size();
    return true;
  }
  bool word(std::string_view wanted) {
    skip();
    const std::string_view rest = text_.substr(at_);
    if (!rest.starts_with(wanted)) return false;
    if (rest.size() > wanted.size() && (is_letter(rest[wanted.size()]) || is_digit(rest[wanted.size()]))) return false;
    at_ += wanted.size();
    return true;
  }
  const Symbol* any_of(std::span<const Symbol> symbols) {
    for (const Symbol& s : symbols)
      if (symbol(s.text)) return &s;
    return nullptr;
  }
  void expect(std::string_view wanted) {
    if (!symbol(wanted)) fail(fmt::format("'{}' is wanted here", wanted));
  }
  Index put(RowNode node) {
    node.position = static_cast<Index>(at_);
    out_.nodes_.push_back(std::move(node));
    return static_cast<Index>(out_.nodes_.size() - 1);
  }
  Index unary(RowOp op, Index a) { return put({.op = op, .number = 0, .text = {}, .a = a}); }
  Index binary(RowOp op, Index a, Index b) { return put({.op = op, .number = 0, .text = {}, .a = a, .b = b}); }
  [[noreturn]] void fail(std::string_view message) const {
    throw ParseError({std::string(text_), 1, static_cast<std::uint32_t>(at_ + 1)}, message);
  }

  RowExpression& out_;
  std::string_view text_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
};

RowExpression RowExpression::parse(std::string_view text) {
  if (text.size() > max_length)
    throw InputError(fmt::format("an expression of {} letters is too long; {} is the limit", text.size(), max_length));
  RowExpression expression;
  expression.text_ = text;
  RowParser(expression).parse();
  return expression;
}

}  // namespace forewarp::table
