// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "forewarp/frontend/launch/expression.hpp"

namespace forewarp::launch {
namespace {

struct BinaryOperator {
  std::string_view text;
  ExpressionOp op;
  int precedence;
  bool swap = false;  ///< a > b is b < a
};

// Longer spellings first. ** and ?: are right-associative and stand apart.
constexpr std::array binary_operators{
    BinaryOperator{"||", ExpressionOp::logical_or, 1}, BinaryOperator{"&&", ExpressionOp::logical_and, 2},
    BinaryOperator{"==", ExpressionOp::equal, 3},      BinaryOperator{"!=", ExpressionOp::not_equal, 3},
    BinaryOperator{"<<", ExpressionOp::shift_left, 5}, BinaryOperator{">>", ExpressionOp::shift_right, 5},
    BinaryOperator{"<=", ExpressionOp::less_equal, 4}, BinaryOperator{">=", ExpressionOp::less_equal, 4, true},
    BinaryOperator{"<", ExpressionOp::less, 4},        BinaryOperator{">", ExpressionOp::less, 4, true},
    BinaryOperator{"+", ExpressionOp::add, 6},         BinaryOperator{"-", ExpressionOp::subtract, 6},
    BinaryOperator{"*", ExpressionOp::multiply, 7},    BinaryOperator{"/", ExpressionOp::divide, 7},
    BinaryOperator{"%", ExpressionOp::remainder, 7},
};

struct FunctionName {
  std::string_view text;
  ExpressionOp op;
  unsigned least, most;
};

// By name, which is the order that the message about an unknown one lists them in.
constexpr std::array functions{
    FunctionName{"ceil", ExpressionOp::ceiling, 1, 1}, FunctionName{"ceil_div", ExpressionOp::ceil_div, 2, 2},
    FunctionName{"floor", ExpressionOp::floor, 1, 1},  FunctionName{"log2", ExpressionOp::log2, 1, 1},
    FunctionName{"max", ExpressionOp::maximum, 2, 16}, FunctionName{"min", ExpressionOp::minimum, 2, 16},
    FunctionName{"pow2", ExpressionOp::pow2, 1, 1},    FunctionName{"round_up", ExpressionOp::round_up, 2, 2},
};

std::string function_names() {
  std::string all;
  for (const FunctionName& function : functions) all += (all.empty() ? "" : ", ") + std::string(function.text);
  return all;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

/// Precedence climbing. Every recursion passes through an enter(), which limits the depth.
class ExpressionParser {
 public:
  explicit ExpressionParser(Expression& out) : out_(out), text_(out.text_) {}

  void run() {
    if (text_.size() > Expression::max_length) {
      out_.text_.resize(Expression::max_length);
      out_.fail(0, "is too long for an expression");
    }
    conditional();
    skip_space();
    if (at_ < text_.size()) fail(fmt::format("unexpected '{}'", text_[at_]));
  }

 private:
  using Index = std::uint32_t;

  struct Depth {
    explicit Depth(ExpressionParser& p) : parser(p) {
      if (++parser.depth_ > Expression::max_depth) parser.fail("is nested too deeply");
    }
    ~Depth() { --parser.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ExpressionParser& parser;
  };

  [[noreturn]] void fail(std::string_view message) { out_.fail(at_, message); }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }

  bool accept(std::string_view token) {
    skip_space();
    if (!std::string_view(text_).substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }

  void expect(std::string_view token) {
    if (!accept(token)) fail(fmt::format("expected '{}'", token));
  }

  Index node(ExpressionOp op, std::size_t position, Index a = 0, Index b = 0, Index c = 0) {
    out_.nodes_.push_back(
        {.op = op, .name = {}, .a = a, .b = b, .c = c, .position = static_cast<std::uint32_t>(position)});
    return static_cast<Index>(out_.nodes_.size() - 1);
  }

  Index conditional() {
    const Depth depth(*this);
    const Index condition = binary(1);
    const std::size_t position = at_;
    if (!accept("?")) return condition;
    const Index yes = conditional();
    expect(":");
    const Index no = conditional();
    return node(ExpressionOp::conditional, position, condition, yes, no);
  }

  const BinaryOperator* accept_binary(int least) {
    skip_space();
    const std::string_view rest = std::string_view(text_).substr(at_);
    if (rest.starts_with("**")) return nullptr;
    for (const BinaryOperator& candidate : binary_operators) {
      if (!rest.starts_with(candidate.text)) continue;
      if (candidate.precedence < least) return nullptr;
      at_ += candidate.text.size();
      return &candidate;
    }
    return nullptr;
  }

  // A chain such as a + b + c makes a tree as deep as it is long, so chains count as depth for evaluation, too.
  Index binary(int least) {
    const Depth depth(*this);
    Index left = unary();
    for (unsigned links = 0;; ++links) {
      skip_space();
      const std::size_t position = at_;
      const BinaryOperator* found = accept_binary(least);
      if (!found) return left;
      if (links >= Expression::max_depth) fail("has too many terms");
      const Index right = binary(found->precedence + 1);
      left = found->swap ? node(found->op, position, right, left) : node(found->op, position, left, right);
    }
  }

  Index unary() {
    const Depth depth(*this);
    skip_space();
    const std::size_t position = at_;
    if (accept("-")) return node(ExpressionOp::negate, position, unary());
    if (accept("+")) return unary();
    if (!text_.substr(at_).starts_with("!=") && accept("!")) return node(ExpressionOp::logical_not, position, unary());
    return power();
  }

  Index power() {
    const Index base = primary();
    skip_space();
    const std::size_t position = at_;
    if (!accept("**")) return base;
    return node(ExpressionOp::power, position, base,
                unary());  // right-associative, and 2 ** -1 is allowed to fail later
  }

  Index primary() {
    skip_space();
    if (at_ >= text_.size()) fail("ends where a value was expected");
    if (is_digit(text_[at_]) || text_[at_] == '.') return number();
    if (is_name_start(text_[at_])) return name_or_call();
    if (!accept("(")) fail(fmt::format("unexpected '{}'", text_[at_]));
    const Index inside = conditional();
    expect(")");
    return inside;
  }

  Index number() {
    const std::size_t start = at_;
    const char* first = text_.data() + at_;
    const char* last = text_.data() + text_.size();
    std::int64_t whole = 0;
    double real = 0;
    const auto as_whole = std::from_chars(first, last, whole);
    const auto as_real = std::from_chars(first, last, real);
    const bool is_real = as_real.ptr > as_whole.ptr;
    if (as_real.ec == std::errc::invalid_argument) fail("is not a number");
    if (is_real ? (as_real.ec != std::errc{} || !std::isfinite(real)) : as_whole.ec != std::errc{})
      fail("is out of range");
    at_ += static_cast<std::size_t>((is_real ? as_real.ptr : as_whole.ptr) - first);
    if (at_ < text_.size() && is_name_start(text_[at_])) fail("a name cannot begin with a digit");
    const Index made = node(ExpressionOp::literal, start);
    out_.nodes_[made].literal = is_real ? Number(real) : Number(whole);
    return made;
  }

  Index name_or_call() {
    const std::size_t start = at_;
    while (at_ < text_.size() && (is_name_start(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string name(text_.substr(start, at_ - start));
    if (accept("(")) return call(name, start);
    const Index made = node(ExpressionOp::name, start);
    out_.nodes_[made].name = name;
    return made;
  }

  Index call(const std::string& name, std::size_t start) {
    const FunctionName* function = nullptr;
    for (const FunctionName& candidate : functions)
      if (candidate.text == name) function = &candidate;
    if (!function) out_.fail(start, fmt::format("there is no function '{}' (there are: {})", name, function_names()));
    Index result = conditional();
    unsigned count = 1;
    while (accept(",")) {
      if (++count > function->most) fail(fmt::format("too many arguments for {}", name));
      result = node(function->op, start, result, conditional());
    }
    expect(")");
    if (count < function->least) out_.fail(start, fmt::format("{} takes {} arguments", name, function->least));
    return count == 1 ? node(function->op, start, result) : result;
  }

  Expression& out_;
  std::string_view text_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
};

Expression Expression::parse(std::string_view text, SourceLocation where) {
  Expression made;
  made.text_ = std::string(text);
  made.where_ = std::move(where);
  made.nodes_.clear();
  ExpressionParser(made).run();
  return made;
}

}  // namespace forewarp::launch
