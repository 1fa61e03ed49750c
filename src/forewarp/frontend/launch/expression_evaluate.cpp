// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>

#include <fmt/format.h>

#include "forewarp/frontend/launch/expression.hpp"

namespace forewarp::launch {
namespace {

using Op = ExpressionOp;
using Integer = std::int64_t;

double as_real(const Number& value) {
  return std::visit([](auto v) { return static_cast<double>(v); }, value);
}

bool is_true(const Number& value) { return as_real(value) != 0; }

/// One evaluation of an expression, by recursion over its nodes. Integers stay exact (64 bits, every overflow is an
/// error with its position); an operation becomes real as soon as one operand is. Logical operators and ?: evaluate
/// only the operands that they need. O(nodes).
class Evaluation {
 public:
  Evaluation(const Expression& owner, const std::vector<ExpressionNode>& nodes, const Parameters& names,
             bool exact = false)
      : owner_(owner), nodes_(nodes), names_(names), exact_(exact) {}

  // The parser bounds the recursion: max_depth nestings of chains of at most max_depth links.
  Number value(std::uint32_t index) const {  // NOLINT(misc-no-recursion)
    const ExpressionNode& node = nodes_[index];
    switch (node.op) {
      case Op::literal:
        return node.literal;
      case Op::name:
        return named(node);
      case Op::logical_not:
        return Integer{!is_true(value(node.a))};
      case Op::logical_and:
        return Integer{is_true(value(node.a)) && is_true(value(node.b))};
      case Op::logical_or:
        return Integer{is_true(value(node.a)) || is_true(value(node.b))};
      case Op::conditional:
        return is_true(value(node.a)) ? value(node.b) : value(node.c);
      case Op::negate:
        return combine(node, Integer{0}, value(node.a));
      case Op::log2:
      case Op::pow2:
        return combine(node, value(node.a), Integer{0});
      case Op::ceiling:
      case Op::floor:
        return rounded(node);
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::remainder:
      case Op::power:
      case Op::less:
      case Op::less_equal:
      case Op::equal:
      case Op::not_equal:
      case Op::shift_left:
      case Op::shift_right:
      case Op::minimum:
      case Op::maximum:
      case Op::ceil_div:
      case Op::round_up:
        return combine(node, value(node.a), value(node.b));
    }
    return Integer{0};
  }

 private:
  Number named(const ExpressionNode& node) const {
    const auto found = names_.find(node.name);
    if (found != names_.end()) return found->second;
    std::string known;
    for (const auto& [name, unused] : names_) known += (known.empty() ? "" : ", ") + name;
    owner_.fail(node.position, fmt::format("there is no parameter '{}' (known: {}); --set {}=VALUE gives it a value",
                                           node.name, known.empty() ? "none" : known, node.name));
  }

  /// ceil or floor of node.a, in which / is the exact quotient. A quotient of integers is rounded exactly;
  /// other real numbers are rounded in floating point, below 2^53, where fractions exist. Example: ceil(7 / 2) is 4,
  /// while 7 / 2 outside of ceil and floor is 3.
  Number rounded(const ExpressionNode& node) const {  // NOLINT(misc-no-recursion): value() bounds it
    const Evaluation exact(owner_, nodes_, names_, true);
    const ExpressionNode& inner = nodes_[node.a];
    if (inner.op != Op::divide) return rounded(node, exact.value(node.a));
    const Number above = exact.value(inner.a), below = exact.value(inner.b);
    const auto* a = std::get_if<Integer>(&above);
    const auto* b = std::get_if<Integer>(&below);
    if (a && b) return rounded_quotient(inner, *a, *b, node.op == Op::ceiling);
    return rounded(node, exact.combine(inner, above, below));
  }

  Number rounded(const ExpressionNode& node, const Number& argument) const {
    if (std::holds_alternative<Integer>(argument)) return argument;
    const double real = std::get<double>(argument);
    if (std::abs(real) >= 0x1p53) owner_.fail(node.position, fmt::format("cannot round {}: it is too large", real));
    return static_cast<Integer>(node.op == Op::floor ? std::floor(real) : std::ceil(real));
  }

  /// C++ truncates towards zero; up or down differ from that only where a rest and the sign of the quotient say so:
  /// ceil(-7 / 2) = -3 is the truncated value, floor(-7 / 2) = -4 one less.
  Integer rounded_quotient(const ExpressionNode& node, Integer a, Integer b, bool up) const {
    const Integer truncated = quotient(node, a, b);
    const bool rest = b != -1 && a % b != 0, positive = (a < 0) == (b < 0);
    if (!rest) return truncated;
    return up ? truncated + positive : truncated - !positive;
  }

  /// Integers if both operands are and the result is one, else real; infinities and NaN are errors.
  Number combine(const ExpressionNode& node, const Number& a, const Number& b) const {
    const auto* whole_a = std::get_if<Integer>(&a);
    const auto* whole_b = std::get_if<Integer>(&b);
    const bool rest = exact_ && node.op == Op::divide && whole_a && whole_b && *whole_b != 0 && *whole_b != -1 &&
                      *whole_a % *whole_b != 0;
    if (whole_a && whole_b && !rest) return integers(node, *whole_a, *whole_b);
    const Number result = reals(node, as_real(a), as_real(b));
    if (!std::isfinite(as_real(result))) owner_.fail(node.position, "is not a finite number");
    return result;
  }

  Integer integers(const ExpressionNode& node, Integer a, Integer b) const {
    Integer out = 0;
    bool overflow = false;
    switch (node.op) {
      case Op::add:
        overflow = __builtin_add_overflow(a, b, &out);
        break;
      case Op::negate:
      case Op::subtract:
        overflow = __builtin_sub_overflow(a, b, &out);
        break;
      case Op::multiply:
        overflow = __builtin_mul_overflow(a, b, &out);
        break;
      case Op::divide:
        return quotient(node, a, b);
      case Op::remainder:
        return a - quotient(node, a, b) * b;
      case Op::power:
        return power(node, a, b);
      case Op::pow2:
        return power(node, 2, a);
      case Op::less:
        return a < b;
      case Op::less_equal:
        return a <= b;
      case Op::equal:
        return a == b;
      case Op::not_equal:
        return a != b;
      case Op::shift_left:
      case Op::shift_right:
        return shifted(node, a, b);
      case Op::minimum:
        return std::min(a, b);
      case Op::maximum:
        return std::max(a, b);
      case Op::ceil_div:
        return ceil_div(node, a, b);
      case Op::round_up:
        overflow = __builtin_mul_overflow(ceil_div(node, a, b), b, &out);
        break;
      case Op::log2:
        if (a <= 0) owner_.fail(node.position, fmt::format("log2 of {} is not defined", a));
        return std::bit_width(static_cast<std::uint64_t>(a)) - 1;
      case Op::literal:
      case Op::name:
      case Op::logical_not:
      case Op::logical_and:
      case Op::logical_or:
      case Op::conditional:
      case Op::ceiling:
      case Op::floor:
        break;
    }
    if (overflow) owner_.fail(node.position, "overflows 64 bits");
    return out;
  }

  /// INT64_MIN / -1 overflows, so division by -1 is a checked subtraction.
  Integer quotient(const ExpressionNode& node, Integer a, Integer b) const {
    if (b == 0) owner_.fail(node.position, "divides by zero");
    if (b == -1) return integers({.op = Op::subtract, .name = {}, .position = node.position}, 0, a);
    return a / b;
  }

  /// a * 2 ** b, or a / 2 ** b rounded down.
  Integer shifted(const ExpressionNode& node, Integer a, Integer b) const {
    if (b < 0 || b > 62) owner_.fail(node.position, fmt::format("shifts by {}, 0 to 62 bits are possible", b));
    if (node.op == Op::shift_right) return a >> b;
    Integer out = 0;
    if (__builtin_mul_overflow(a, Integer{1} << b, &out)) owner_.fail(node.position, "overflows 64 bits");
    return out;
  }

  Integer ceil_div(const ExpressionNode& node, Integer a, Integer b) const {
    if (a < 0 || b <= 0) owner_.fail(node.position, fmt::format("needs a >= 0 and b > 0, not {} and {}", a, b));
    return a / b + (a % b != 0);
  }

  /// At most 63 multiplications: with |base| >= 2 the product overflows before; bases 0, 1 and -1 are separate.
  Integer power(const ExpressionNode& node, Integer base, Integer exponent) const {
    if (exponent < 0) owner_.fail(node.position, fmt::format("has the negative exponent {}", exponent));
    if (base == 0 || base == 1) return exponent == 0 ? 1 : base;
    if (base == -1) return exponent % 2 == 0 ? 1 : -1;
    Integer out = 1;
    for (Integer i = 0; i < exponent; ++i)
      if (__builtin_mul_overflow(out, base, &out)) owner_.fail(node.position, "overflows 64 bits");
    return out;
  }

  Number reals(const ExpressionNode& node, double a, double b) const {
    switch (node.op) {
      case Op::add:
        return a + b;
      case Op::negate:
      case Op::subtract:
        return a - b;
      case Op::multiply:
        return a * b;
      case Op::divide:
        if (b == 0) owner_.fail(node.position, "divides by zero");
        return a / b;
      case Op::remainder:
        return std::fmod(a, b);
      case Op::power:
        return std::pow(a, b);
      case Op::pow2:
        return std::exp2(a);
      case Op::less:
        return Integer{a < b};
      case Op::less_equal:
        return Integer{a <= b};
      case Op::equal:
        return Integer{a == b};
      case Op::not_equal:
        return Integer{a != b};
      case Op::minimum:
        return std::min(a, b);
      case Op::maximum:
        return std::max(a, b);
      case Op::log2:
        return std::log2(a);
      case Op::ceil_div:
      case Op::round_up:
      case Op::shift_left:
      case Op::shift_right:
        owner_.fail(node.position, "needs integers");
      case Op::literal:
      case Op::name:
      case Op::logical_not:
      case Op::logical_and:
      case Op::logical_or:
      case Op::conditional:
      case Op::ceiling:
      case Op::floor:
        break;
    }
    return 0.0;
  }

  const Expression& owner_;
  const std::vector<ExpressionNode>& nodes_;
  const Parameters& names_;
  bool exact_;  ///< / of integers is the exact quotient: inside ceil and floor
};

}  // namespace

Number Expression::evaluate(const Parameters& names) const {
  return Evaluation(*this, nodes_, names).value(static_cast<std::uint32_t>(nodes_.size() - 1));
}

}  // namespace forewarp::launch
