// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/frontend/launch/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "forewarp/support/expression/arithmetic.hpp"

namespace forewarp::launch {
namespace {

using expression::Index;
using expression::Node;
using expression::Op;
using expression::Tree;
using Integer = std::int64_t;

double as_real(const Number& value) {
  return std::visit([](auto v) { return static_cast<double>(v); }, value);
}

bool is_true(const Number& value) { return as_real(value) != 0; }

/// One evaluation. The integers of an operation are checked: what does not fit 64 bits is an error at the operator.
///
/// ceil and floor evaluate their argument in a second mode, `exact`, in which a quotient of integers that has a
/// remainder is a real number: ceil(n / 256 * 2) for n = 1000 is ceil(7.8) = 8, where n / 256 * 2 alone is 6. Where the
/// argument is itself a quotient of integers, it is rounded in integers, because a real number holds only 53 bits.
class Evaluation {
 public:
  Evaluation(const Tree& tree, const Parameters& names, bool exact = false)
      : tree_(tree), names_(names), exact_(exact) {}

  // The parser bounds the recursion: nestings of chains of at most 96 links.
  Number value(Index index) const {  // NOLINT(misc-no-recursion)
    const Node& node = tree_.nodes[index];
    const auto operand = [&](std::size_t k) { return value(node.operand[k]); };
    if (node.op == Op::number) return node.number;
    if (node.op == Op::name) return named(node);
    if (node.op == Op::logical_and) return Integer{is_true(operand(0)) && is_true(operand(1))};
    if (node.op == Op::logical_or) return Integer{is_true(operand(0)) || is_true(operand(1))};
    if (node.op == Op::logical_not) return Integer{!is_true(operand(0))};
    if (node.op == Op::conditional) return is_true(operand(0)) ? operand(1) : operand(2);
    if (node.op == Op::ceil || node.op == Op::floor) return rounded(node);
    const Number a = operand(0);
    return combine(node, a, node.operands > 1 ? operand(1) : Integer{0});
  }

 private:
  [[noreturn]] void fail(const Node& node, std::string_view message) const { tree_.fail(node.position, message); }

  Number named(const Node& node) const {
    const auto found = names_.find(node.text);
    if (found != names_.end()) return found->second;
    std::string known;
    for (const auto& [name, unused] : names_) known += (known.empty() ? "" : ", ") + name;
    fail(node, fmt::format("there is no parameter '{}' (known: {}); --set {}=VALUE gives it a value", node.text,
                           known.empty() ? "none" : known, node.text));
  }

  Number rounded(const Node& node) const {  // NOLINT(misc-no-recursion): value() bounds it
    const Evaluation exact(tree_, names_, true);
    const Node& inner = tree_.nodes[node.operand[0]];
    if (inner.op != Op::divide) return rounded(node, exact.value(node.operand[0]));
    const Number above = exact.value(inner.operand[0]), below = exact.value(inner.operand[1]);
    const auto* a = std::get_if<Integer>(&above);
    const auto* b = std::get_if<Integer>(&below);
    if (!a || !b) return rounded(node, exact.combine(inner, above, below));
    const Integer truncated = quotient(inner, *a, *b);
    if (*b == -1 || *a % *b == 0) return truncated;
    const bool positive = (*a < 0) == (*b < 0);
    return node.op == Op::ceil ? truncated + positive : truncated - !positive;
  }

  Number rounded(const Node& node, const Number& argument) const {
    if (std::holds_alternative<Integer>(argument)) return argument;
    const double real = std::get<double>(argument);
    if (!(std::abs(real) < 0x1p53)) fail(node, fmt::format("cannot round {}: it is too large", real));
    return static_cast<Integer>(expression::real(node.op, real));
  }

  Number combine(const Node& node, const Number& a, const Number& b) const {
    const auto* whole_a = std::get_if<Integer>(&a);
    const auto* whole_b = std::get_if<Integer>(&b);
    const bool has_rest = exact_ && node.op == Op::divide && whole_a && whole_b && *whole_b != 0 && *whole_b != -1 &&
                          *whole_a % *whole_b != 0;
    return whole_a && whole_b && !has_rest ? Number(integers(node, *whole_a, *whole_b))
                                           : reals(node, as_real(a), as_real(b));
  }

  Number reals(const Node& node, double a, double b) const {
    std::optional<double> result;
    expression::with_real(node.op, [&](auto f) { result = f(a, b); });
    if (!result) fail(node, "needs integers");
    if (expression::is_comparison(node.op)) return static_cast<Integer>(*result);
    if (node.op == Op::divide && b == 0) fail(node, "divides by zero");
    if (!std::isfinite(*result)) fail(node, "is not a finite number");
    return *result;
  }

  /// An operation on integers, with no result where it overflows.
  std::optional<Integer> checked(const Node& node, Integer a, Integer b) const {
    Integer out = 0;
    const auto unless = [&](bool overflow) { return overflow ? std::nullopt : std::optional(out); };
    if (node.op == Op::add) return unless(__builtin_add_overflow(a, b, &out));
    if (node.op == Op::subtract) return unless(__builtin_sub_overflow(a, b, &out));
    if (node.op == Op::negate) return unless(__builtin_sub_overflow(Integer{0}, a, &out));
    if (node.op == Op::multiply) return unless(__builtin_mul_overflow(a, b, &out));
    if (node.op == Op::divide) return quotient(node, a, b);
    if (node.op == Op::remainder) return a - quotient(node, a, b) * b;
    if (node.op == Op::power) return power(node, a, b);
    if (node.op == Op::pow2) return power(node, 2, a);
    if (node.op == Op::shift_left) return unless(__builtin_mul_overflow(a, Integer{1} << bits(node, b), &out));
    if (node.op == Op::shift_right) return a >> bits(node, b);
    if (node.op == Op::min) return std::min(a, b);
    if (node.op == Op::max) return std::max(a, b);
    if (node.op == Op::ceil_div) return ceil_div(node, a, b);
    if (node.op == Op::round_up) return unless(__builtin_mul_overflow(ceil_div(node, a, b), b, &out));
    if (node.op == Op::log2 && a <= 0) fail(node, fmt::format("log2 of {} is not defined", a));
    if (node.op == Op::log2) return std::bit_width(static_cast<std::uint64_t>(a)) - 1;
    // Comparisons: of the order, because not all integers are real numbers.
    return static_cast<Integer>(expression::real(node.op, static_cast<double>((a > b) - (a < b)), 0));
  }

  Integer integers(const Node& node, Integer a, Integer b) const {
    const std::optional<Integer> result = checked(node, a, b);
    if (!result) fail(node, "overflows 64 bits");
    return *result;
  }

  Integer quotient(const Node& node, Integer a, Integer b) const {
    if (b == 0) fail(node, "divides by zero");
    if (b == -1 && a == INT64_MIN) fail(node, "overflows 64 bits");
    return a / b;
  }

  Integer bits(const Node& node, Integer count) const {
    if (count < 0 || count > 62) fail(node, fmt::format("shifts by {}, 0 to 62 bits are possible", count));
    return count;
  }

  Integer ceil_div(const Node& node, Integer a, Integer b) const {
    if (a < 0 || b <= 0) fail(node, fmt::format("needs a >= 0 and b > 0, not {} and {}", a, b));
    return a / b + (a % b != 0);
  }

  std::optional<Integer> power(const Node& node, Integer base, Integer exponent) const {
    if (exponent < 0) fail(node, fmt::format("has the negative exponent {}", exponent));
    if (base == 0 || base == 1) return exponent == 0 ? 1 : base;
    if (base == -1) return exponent % 2 == 0 ? 1 : -1;
    Integer out = 1;
    for (Integer i = 0; i < exponent; ++i)
      if (__builtin_mul_overflow(out, base, &out)) return std::nullopt;
    return out;
  }

  const Tree& tree_;
  const Parameters& names_;
  bool exact_;  ///< / of integers is the exact quotient: inside ceil and floor
};

Tree constant(Number value, std::string text) {
  Tree tree;
  tree.text = std::move(text);
  tree.add({.op = Op::number, .number = value, .text = {}});
  return tree;
}

}  // namespace

Expression::Expression(std::int64_t value) : tree_(constant(value, std::to_string(value))) {}

Expression::Expression(double value) : tree_(constant(value, fmt::format("{}", value))) {}

Expression Expression::parse(std::string_view text, SourceLocation where) {
  Expression made;
  made.tree_ = expression::parse(text, expression::Language::launch, std::move(where));
  return made;
}

Number Expression::evaluate(const Parameters& names) const { return Evaluation(tree_, names).value(tree_.root); }

std::int64_t Expression::integer(const Parameters& names) const {
  const Number value = evaluate(names);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole;
  fail(0, fmt::format("is {}, an integer was expected", std::get<double>(value)));
}

double Expression::real(const Parameters& names) const { return as_real(evaluate(names)); }

std::set<std::string> Expression::names() const {
  std::set<std::string> found;
  for (const Node& node : tree_.nodes)
    if (node.op == Op::name) found.insert(node.text);
  return found;
}

std::string Expression::bare_name() const {
  const Node& root = tree_.nodes[tree_.root];
  return root.op == Op::name ? root.text : "";
}

}  // namespace forewarp::launch
