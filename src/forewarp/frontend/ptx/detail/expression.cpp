// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/ptx/detail/expression.hpp"

#include <fmt/format.h>

#include "forewarp/support/expression/arithmetic.hpp"
#include "forewarp/support/expression/climber.hpp"

namespace forewarp::ptx::detail {
namespace {

using expression::Op;

constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

bool is_real(const Constant& c) { return is_float(c.type); }
bool truth(const Constant& c) { return is_real(c) ? to_double(c) != 0 : c.bits != 0; }
Constant boolean(bool value) { return {Type::s64, value ? 1U : 0U}; }

/// Computes while it reads.
class Evaluator : public expression::Climber<Evaluator, Constant> {
 public:
  explicit Evaluator(Lexer& lexer) : Climber({.depth = 64, .chain = 100'000}), lexer_(lexer) {}

  /// An expression that begins with a '!', which has been read.
  Constant negated() { return expression_from(boolean(!truth(operand()))); }

 private:
  friend class expression::Climber<Evaluator, Constant>;

  [[noreturn]] void fail(const std::string& message) const { lexer_.fail(message); }
  [[nodiscard]] const expression::Operator* infix() const {
    const Token& token = lexer_.current();
    return token.kind == TokenKind::mark ? expression::infix_operator(expression::Language::ptx, token.text) : nullptr;
  }
  [[nodiscard]] const expression::Operator* prefix() const {
    const Token& token = lexer_.current();
    return token.kind == TokenKind::mark ? expression::prefix_operator(expression::Language::ptx, token.text) : nullptr;
  }
  [[nodiscard]] bool at_conditional() const { return lexer_.at('?'); }
  void expect(std::string_view /*colon*/) { lexer_.expect(':', "between the two results of '?'"); }
  Token take() {
    const Token token = lexer_.current();
    lexer_.advance();
    return token;
  }

  Constant unary(Op op, const Token& sign, const Constant& value) {
    if (op == Op::negate) return negate(value);
    if (op == Op::logical_not) return boolean(!truth(value));
    if (is_real(value)) lexer_.fail(sign, "expected an integer after '~'");
    return {value.type, ~value.bits};
  }
  Constant binary(Op op, const Token& sign, const Constant& left, const Constant& right) {
    return is_real(left) || is_real(right) ? real(op, sign, left, right) : integer(op, sign, left, right);
  }
  static Constant conditional(const Token& /*mark*/, const Constant& condition, const Constant& yes,
                              const Constant& no) {
    return truth(condition) ? yes : no;
  }

  Constant primary() {
    const Token& token = lexer_.current();
    if (token.kind == TokenKind::number) return take_literal(lexer_);
    if (token.kind == TokenKind::word && token.text == "WARP_SZ") {
      lexer_.advance();
      return {Type::s64, 32};
    }
    if (!lexer_.accept('(')) lexer_.fail("expected a constant");
    if (lexer_.at_directive(".s64") || lexer_.at_directive(".u64")) return cast();
    const Constant value = expression();
    lexer_.expect(')', "to close the parenthesis");
    return value;
  }

  Constant cast() {
    const Type type = lexer_.at_directive(".s64") ? Type::s64 : Type::u64;
    lexer_.advance();
    lexer_.expect(')', "after the type of a cast");
    const Token at = lexer_.current();
    const Constant value = operand();
    if (is_real(value)) lexer_.fail(at, "expected an integer to cast");
    return {type, value.bits};
  }

  static Constant negate(const Constant& value) {
    if (value.type == Type::f64) return {Type::f64, value.bits ^ sign_bit};
    if (value.type == Type::f32) return {Type::f32, value.bits ^ 0x80000000U};
    // 9223372036854775808 alone is unsigned, but its negation is the smallest signed number.
    const bool least = value.bits == sign_bit;
    return {least ? Type::s64 : value.type, 0 - value.bits};
  }

  Constant real(Op op, const Token& sign, const Constant& left, const Constant& right) {
    if (op == Op::remainder || !expression::with_real(op, [](auto) {}))
      lexer_.fail(sign, "this operator takes integers");
    const double a = to_double(left), b = to_double(right);
    if (op == Op::not_equal) return boolean(a != b);  // true of a NaN, as in C
    const double value = expression::real(op, a, b);
    return expression::is_truth(op) ? boolean(value != 0) : from_double(value);
  }

  Constant integer(Op op, const Token& sign, const Constant& left, const Constant& right) {
    const bool is_unsigned = left.type == Type::u64 || right.type == Type::u64;
    const Type type = is_unsigned ? Type::u64 : Type::s64;
    const std::uint64_t a = left.bits, b = right.bits;
    const auto sa = static_cast<std::int64_t>(a), sb = static_cast<std::int64_t>(b);
    const int order = is_unsigned ? (a > b) - (a < b) : (sa > sb) - (sa < sb);
    if (op == Op::add) return {type, a + b};
    if (op == Op::subtract) return {type, a - b};
    if (op == Op::multiply) return {type, a * b};
    if (op == Op::divide || op == Op::remainder) return quotient(op, sign, type, left, right);
    if (op == Op::shift_left) return {left.type, b > 63 ? 0 : a << b};
    if (op == Op::shift_right) return shift_right(left, b);
    if (op == Op::bit_and) return {type, a & b};
    if (op == Op::bit_xor) return {type, a ^ b};
    if (op == Op::bit_or) return {type, a | b};
    if (op == Op::logical_and) return boolean(a != 0 && b != 0);
    if (op == Op::logical_or) return boolean(a != 0 || b != 0);
    return boolean(expression::real(op, order, 0) != 0);  // a comparison
  }

  Constant quotient(Op op, const Token& sign, Type type, const Constant& left, const Constant& right) {
    const std::uint64_t a = left.bits, b = right.bits;
    if (b == 0) lexer_.fail(sign, "division by zero in a constant expression");
    const bool remainder = op == Op::remainder;
    if (type == Type::u64) return {type, remainder ? a % b : a / b};
    if (b == ~std::uint64_t{0}) return {type, remainder ? 0 : 0 - a};  // keeps the smallest number from overflowing
    const auto sa = static_cast<std::int64_t>(a), sb = static_cast<std::int64_t>(b);
    return {type, static_cast<std::uint64_t>(remainder ? sa % sb : sa / sb)};
  }

  static Constant shift_right(const Constant& left, std::uint64_t by) {
    if (left.type == Type::u64) return {Type::u64, by > 63 ? 0 : left.bits >> by};
    return {Type::s64, static_cast<std::uint64_t>(static_cast<std::int64_t>(left.bits) >> (by > 63 ? 63 : by))};
  }

  Lexer& lexer_;
};

}  // namespace

Constant take_constant(Lexer& lexer) {
  if (lexer.current().kind != TokenKind::number) return Evaluator(lexer).expression();
  const Constant value = take_literal(lexer);  // by far the most frequent case: a number and no operator
  if (lexer.current().kind != TokenKind::mark || lexer.at(',') || lexer.at(';') || lexer.at(']') || lexer.at('}'))
    return value;
  return Evaluator(lexer).expression_from(value);
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
