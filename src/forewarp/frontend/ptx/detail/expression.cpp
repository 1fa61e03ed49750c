// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/detail/expression.hpp"

#include <fmt/format.h>

namespace forewarp::ptx::detail {
namespace {

constexpr unsigned deepest = 64;
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

bool is_real(const Constant& c) { return is_float(c.type); }
bool truth(const Constant& c) { return is_real(c) ? to_double(c) != 0 : c.bits != 0; }
Constant boolean(bool value) { return {Type::s64, value ? 1U : 0U}; }

/// Binding strength of a binary operator, C's order; 0 when the token is none.
int strength(std::string_view op) {
  struct Row {
    std::string_view op;
    int strength;
  };
  static constexpr Row rows[] = {{"*", 10}, {"/", 10}, {"%", 10}, {"+", 9},  {"-", 9},  {"<<", 8},
                                 {">>", 8}, {"<", 7},  {">", 7},  {"<=", 7}, {">=", 7}, {"==", 6},
                                 {"!=", 6}, {"&", 5},  {"^", 4},  {"|", 3},  {"&&", 2}, {"||", 1}};
  for (const Row& row : rows)
    if (row.op == op) return row.strength;
  return 0;
}

class Evaluator {
 public:
  explicit Evaluator(Lexer& lexer) : lexer_(lexer) {}

  Constant conditional() { return continued(unary()); }

  Constant negated() { return continued(boolean(!truth(unary()))); }

  /// The rest of an expression whose first operand has been read.
  Constant continued(const Constant& first) {
    const Depth depth(*this);
    const Constant condition = binary(first, 1);
    if (!lexer_.accept('?')) return condition;
    const Constant yes = conditional();
    lexer_.expect(':', "between the two results of '?'");
    const Constant no = conditional();
    return truth(condition) ? yes : no;
  }

 private:
  struct Depth {
    explicit Depth(Evaluator& evaluator) : owner(evaluator) {
      if (++owner.depth_ > deepest) owner.lexer_.fail("this expression is nested too deeply");
    }
    ~Depth() { --owner.depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    Evaluator& owner;
  };

  Constant primary() {
    const Token& token = lexer_.current();
    if (token.kind == TokenKind::number) return take_literal(lexer_);
    if (token.kind == TokenKind::word && token.text == "WARP_SZ") {
      lexer_.advance();
      return {Type::s64, 32};
    }
    if (!lexer_.accept('(')) lexer_.fail("expected a constant");
    if (lexer_.at_directive(".s64") || lexer_.at_directive(".u64")) return cast();
    const Constant value = conditional();
    lexer_.expect(')', "to close the parenthesis");
    return value;
  }

  Constant cast() {
    const Type type = lexer_.at_directive(".s64") ? Type::s64 : Type::u64;
    lexer_.advance();
    lexer_.expect(')', "after the type of a cast");
    const Token at = lexer_.current();
    const Constant value = unary();
    if (is_real(value)) lexer_.fail(at, "expected an integer to cast");
    return {type, value.bits};
  }

  Constant unary() {
    const Depth depth(*this);
    if (lexer_.accept('+')) return unary();
    if (lexer_.accept('-')) return negate(unary());
    if (lexer_.accept('!')) return boolean(!truth(unary()));
    if (lexer_.at('~')) {
      const Token at = lexer_.current();
      lexer_.advance();
      const Constant value = unary();
      if (is_real(value)) lexer_.fail(at, "expected an integer after '~'");
      return {value.type, ~value.bits};
    }
    return primary();
  }

  static Constant negate(const Constant& value) {
    if (value.type == Type::f64) return {Type::f64, value.bits ^ sign_bit};
    if (value.type == Type::f32) return {Type::f32, value.bits ^ 0x80000000U};
    // 9223372036854775808 alone is unsigned, but its negation is the least signed number.
    const bool least = value.bits == sign_bit;
    return {least ? Type::s64 : value.type, 0 - value.bits};
  }

  Constant binary(Constant left, int weakest) {
    for (;;) {
      const Token op = lexer_.current();
      const int own = op.kind == TokenKind::mark ? strength(op.text) : 0;
      if (own < weakest || own == 0) return left;
      lexer_.advance();
      const Constant right = operand_after(own);
      left = is_real(left) || is_real(right) ? real(op, left, right) : integer(op, left, right);
    }
  }

  Constant operand_after(int own) {
    const Depth depth(*this);
    return binary(unary(), own + 1);
  }

  Constant real(const Token& op, const Constant& left, const Constant& right) {
    const double a = to_double(left), b = to_double(right);
    const std::string_view o = op.text;
    if (o == "+") return from_double(a + b);
    if (o == "-") return from_double(a - b);
    if (o == "*") return from_double(a * b);
    if (o == "/") return from_double(a / b);
    if (o == "<") return boolean(a < b);
    if (o == ">") return boolean(a > b);
    if (o == "<=") return boolean(a <= b);
    if (o == ">=") return boolean(a >= b);
    if (o == "==") return boolean(a == b);
    if (o == "!=") return boolean(a != b);
    if (o == "&&") return boolean(truth(left) && truth(right));
    if (o == "||") return boolean(truth(left) || truth(right));
    lexer_.fail(op, "this operator takes integers");
  }

  Constant integer(const Token& op, const Constant& left, const Constant& right) {
    const bool is_unsigned = left.type == Type::u64 || right.type == Type::u64;
    const Type type = is_unsigned ? Type::u64 : Type::s64;
    const std::uint64_t a = left.bits, b = right.bits;
    const auto sa = static_cast<std::int64_t>(a), sb = static_cast<std::int64_t>(b);
    const bool less = is_unsigned ? a < b : sa < sb;
    const std::string_view o = op.text;
    if (o == "+") return {type, a + b};
    if (o == "-") return {type, a - b};
    if (o == "*") return {type, a * b};
    if (o == "/" || o == "%") return quotient(op, type, a, b);
    if (o == "<<") return {left.type, b > 63 ? 0 : a << b};
    if (o == ">>") return shift_right(left, b);
    if (o == "<") return boolean(less);
    if (o == ">") return boolean(!less && a != b);
    if (o == "<=") return boolean(less || a == b);
    if (o == ">=") return boolean(!less);
    if (o == "==") return boolean(a == b);
    if (o == "!=") return boolean(a != b);
    if (o == "&") return {type, a & b};
    if (o == "^") return {type, a ^ b};
    if (o == "|") return {type, a | b};
    if (o == "&&") return boolean(a != 0 && b != 0);
    return boolean(a != 0 || b != 0);
  }

  Constant quotient(const Token& op, Type type, std::uint64_t a, std::uint64_t b) {
    if (b == 0) lexer_.fail(op, "division by zero in a constant expression");
    const bool remainder = op.text == "%";
    if (type == Type::u64) return {type, remainder ? a % b : a / b};
    if (b == ~std::uint64_t{0}) return {type, remainder ? 0 : 0 - a};  // keeps the least number from overflowing
    const auto sa = static_cast<std::int64_t>(a), sb = static_cast<std::int64_t>(b);
    return {type, static_cast<std::uint64_t>(remainder ? sa % sb : sa / sb)};
  }

  static Constant shift_right(const Constant& left, std::uint64_t by) {
    if (left.type == Type::u64) return {Type::u64, by > 63 ? 0 : left.bits >> by};
    return {Type::s64, static_cast<std::uint64_t>(static_cast<std::int64_t>(left.bits) >> (by > 63 ? 63 : by))};
  }

  Lexer& lexer_;
  unsigned depth_ = 0;
};

}  // namespace

Constant take_constant(Lexer& lexer) {
  if (lexer.current().kind != TokenKind::number) return Evaluator(lexer).conditional();
  const Constant value = take_literal(lexer);  // by far the most frequent case: a number and no operator
  if (lexer.current().kind != TokenKind::mark || lexer.at(',') || lexer.at(';') || lexer.at(']') || lexer.at('}'))
    return value;
  return Evaluator(lexer).continued(value);
}

Constant take_negated_constant(Lexer& lexer) { return Evaluator(lexer).negated(); }

std::int64_t take_integer(Lexer& lexer, std::string_view purpose) {
  const Token at = lexer.current();
  const Constant value = take_constant(lexer);
  if (is_real(value)) lexer.fail(at, fmt::format("expected an integer {}", purpose));
  return static_cast<std::int64_t>(value.bits);
}

std::uint32_t take_count(Lexer& lexer, std::uint32_t limit, std::string_view purpose) {
  const Token at = lexer.current();
  const auto value = static_cast<std::uint64_t>(take_integer(lexer, purpose));
  if (value > limit) lexer.fail(at, fmt::format("expected a number from 0 to {} {}", limit, purpose));
  return static_cast<std::uint32_t>(value);
}

bool at_constant(const Lexer& lexer) {
  const Token& token = lexer.current();
  if (token.kind == TokenKind::number) return true;
  return lexer.at('-') || lexer.at('(') || lexer.at('+') || lexer.at('~') || lexer.at('!');
}

}  // namespace forewarp::ptx::detail
