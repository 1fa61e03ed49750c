// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A walk of the tree from its root, so that `and`, `or` and conditions of comprehensions evaluate no more than Python
// does. Depth and chains are limited by the parser, steps here: [i for i in range(10 ** 9)] is refused.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <compare>
#include <optional>

#include "forewarp/support/error.hpp"
#include "forewarp/support/expression/arithmetic.hpp"
#include "forewarp/support/python/expression.hpp"

namespace forewarp::python {
namespace {

using expression::Op;

constexpr std::size_t max_steps = 1'000'000;

/// The integer that a number is, True being 1; nothing for a real one and for what is no number.
std::optional<std::int64_t> whole_of(const Value& value) {
  if (const bool* truth = std::get_if<bool>(&value.is)) return *truth ? 1 : 0;
  if (const std::int64_t* whole = std::get_if<std::int64_t>(&value.is)) return *whole;
  return std::nullopt;
}

bool equal(const Value& a, const Value& b) {
  if (const auto x = whole_of(a), y = whole_of(b); x && y) return *x == *y;
  if (a.is_number() && b.is_number()) return real_of(a) == real_of(b);
  return a == b;
}

/// Rounded down, as Python does: -7 // 2 is -4. b is not 0.
std::int64_t floor_quotient(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

class Evaluator {
 public:
  Evaluator(const Expression& whole, const std::vector<Node>& nodes, const Names& names)
      : whole_(whole), nodes_(nodes), names_(names) {}

  Value value(std::size_t index) {
    const Node& node = nodes_[index];
    if (++steps_ > max_steps) whole_.fail(node.offset, fmt::format("takes more than {} steps", max_steps));
    switch (node.kind) {
      case Node::Kind::constant:
        return node.constant;
      case Node::Kind::name:
        return named(node);
      case Node::Kind::list:
        return {all_of(node)};
      case Node::Kind::dictionary:
        return dictionary(node);
      case Node::Kind::operation:
        return node.operands.size() == 1 ? unary(node) : binary(node);
      case Node::Kind::call:
        return call(node);
      case Node::Kind::comprehension:
        return comprehension(node);
    }
    return {};
  }

 private:
  [[noreturn]] void fail(const Node& node, const std::string& message) const { whole_.fail(node.offset, message); }

  Value named(const Node& node) {
    for (auto bound = bound_.rbegin(); bound != bound_.rend(); ++bound)
      if (bound->first == node.name) return bound->second;
    const auto found = names_.find(node.name);
    if (found == names_.end()) fail(node, fmt::format("'{}' is not known here", node.name));
    return found->second;
  }

  List all_of(const Node& node) {
    List list;
    for (const std::size_t operand : node.operands) list.push_back(value(operand));
    return list;
  }

  Value dictionary(const Node& node) {
    Dictionary all;
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      if (std::ranges::find(all, node.keys[i], [](const auto& one) { return one.first; }) != all.end())
        fail(node, fmt::format("the key '{}' appears twice", node.keys[i]));
      all.push_back({node.keys[i], value(node.operands[i])});
    }
    return {std::move(all)};
  }

  Value comprehension(const Node& node) {
    const Value over = value(node.operands[1]);
    if (over.list() == nullptr) fail(node, "goes through " + kind_of(over) + ", not a list");
    List list;
    bound_.emplace_back(node.name, Value());
    for (const Value& one : *over.list()) {
      bound_.back().second = one;
      if (node.operands.size() > 2 && !truth_of(value(node.operands[2]))) continue;
      list.push_back(value(node.operands[0]));
    }
    bound_.pop_back();
    return {std::move(list)};
  }

  Value unary(const Node& node) {
    const Value a = value(node.operands[0]);
    if (node.op == Op::logical_not) return {!truth_of(a)};
    if (!a.is_number()) fail(node, kind_of(a) + " has no sign");
    const auto whole = whole_of(a);
    return whole ? opposite(node, *whole) : Value{-real_of(a)};
  }

  Value opposite(const Node& node, std::int64_t a) const {
    std::int64_t result = 0;
    if (__builtin_sub_overflow(std::int64_t{0}, a, &result)) fail(node, "the result is beyond 64 bits");
    return {result};
  }

  Value binary(const Node& node) {
    const Value a = value(node.operands[0]);
    if (node.op == Op::logical_and) return truth_of(a) ? value(node.operands[1]) : a;
    if (node.op == Op::logical_or) return truth_of(a) ? a : value(node.operands[1]);
    const Value b = value(node.operands[1]);
    if (node.op == Op::equal) return {equal(a, b)};
    if (node.op == Op::not_equal) return {!equal(a, b)};
    if (node.op == Op::member) return {member(node, a, b)};
    if (expression::is_comparison(node.op)) return {ordered(node, a, b)};
    return arithmetic(node, a, b);
  }

  bool member(const Node& node, const Value& a, const Value& b) const {
    if (const List* list = b.list()) return std::ranges::any_of(*list, [&](const Value& one) { return equal(a, one); });
    if (a.text() != nullptr && b.text() != nullptr) return b.text()->find(*a.text()) != std::string::npos;
    fail(node, fmt::format("'in' needs a list on its right, here is {}", kind_of(b)));
  }

  bool ordered(const Node& node, const Value& a, const Value& b) const {
    std::partial_ordering order = std::partial_ordering::unordered;
    if (const auto x = whole_of(a), y = whole_of(b); x && y)
      order = *x <=> *y;
    else if (a.is_number() && b.is_number())
      order = real_of(a) <=> real_of(b);
    else if (a.text() != nullptr && b.text() != nullptr)
      order = *a.text() <=> *b.text();
    else
      fail(node, fmt::format("{} and {} have no order", kind_of(a), kind_of(b)));
    if (node.op == Op::less) return order < 0;
    if (node.op == Op::less_equal) return order <= 0;
    return node.op == Op::greater ? order > 0 : order >= 0;
  }

  Value arithmetic(const Node& node, const Value& a, const Value& b) {
    if (node.op == Op::add) {
      if (a.text() != nullptr && b.text() != nullptr) return {*a.text() + *b.text()};
      if (a.list() != nullptr && b.list() != nullptr) return joined(node, *a.list(), *b.list());
    }
    if (!a.is_number() || !b.is_number())
      fail(node, fmt::format("{} and {} cannot be computed with", kind_of(a), kind_of(b)));
    const bool divides = node.op == Op::divide || node.op == Op::floor_divide || node.op == Op::remainder;
    if (divides && real_of(b) == 0) fail(node, "a division by zero");
    const auto x = whole_of(a), y = whole_of(b);
    if (x && y && node.op != Op::divide) {
      if (auto whole = of_integers(node, *x, *y)) return *std::move(whole);
    }
    return {of_reals(node, real_of(a), real_of(b))};
  }

  Value joined(const Node& node, List a, const List& b) {
    steps_ += a.size() + b.size();
    if (steps_ > max_steps) fail(node, fmt::format("takes more than {} steps", max_steps));
    a.insert(a.end(), b.begin(), b.end());
    return {std::move(a)};
  }

  /// Nothing where the result is real: of a power with a negative exponent.
  std::optional<Value> of_integers(const Node& node, std::int64_t a, std::int64_t b) const {
    std::int64_t result = 0;
    bool overflow = false;
    if (node.op == Op::add) {
      overflow = __builtin_add_overflow(a, b, &result);
    } else if (node.op == Op::subtract) {
      overflow = __builtin_sub_overflow(a, b, &result);
    } else if (node.op == Op::multiply) {
      overflow = __builtin_mul_overflow(a, b, &result);
    } else if (node.op == Op::floor_divide || node.op == Op::remainder) {
      if (b == -1) {  // the quotient of the least integer has more than 64 bits
        if (node.op == Op::floor_divide) return opposite(node, a);
      } else {
        const std::int64_t quotient = floor_quotient(a, b);
        result = node.op == Op::floor_divide ? quotient : a - quotient * b;
      }
    } else if (node.op == Op::power) {
      if (b < 0) return std::nullopt;
      return power(node, a, b);
    } else {
      return shifted(node, a, b);
    }
    if (overflow) fail(node, "the result is beyond 64 bits");
    return Value{result};
  }

  Value power(const Node& node, std::int64_t base, std::int64_t exponent) const {
    if (base == 0 || base == 1) return {exponent == 0 ? std::int64_t{1} : base};
    if (base == -1) return {exponent % 2 == 0 ? std::int64_t{1} : std::int64_t{-1}};
    std::int64_t result = 1;
    for (; exponent > 0; --exponent)  // at most 63 steps before it overflows
      if (__builtin_mul_overflow(result, base, &result)) fail(node, "the result is beyond 64 bits");
    return {result};
  }

  Value shifted(const Node& node, std::int64_t a, std::int64_t b) const {
    if (b < 0 || b > 62) fail(node, "shifts by 0 to 62 bits can be read");
    if (node.op == Op::shift_right) return {a >> b};
    std::int64_t result = 0;
    if (__builtin_mul_overflow(a, std::int64_t{1} << b, &result)) fail(node, "the result is beyond 64 bits");
    return {result};
  }

  double of_reals(const Node& node, double a, double b) const {
    if (node.op == Op::floor_divide) return std::floor(a / b);
    if (node.op == Op::remainder) return a - std::floor(a / b) * b;
    if (node.op == Op::shift_left || node.op == Op::shift_right) fail(node, "shifts need integers");
    if (node.op == Op::power && a == 0 && b < 0) fail(node, "a division by zero");
    return expression::real(node.op, a, b);
  }

  Value call(const Node& node) {
    List given = all_of(node);
    if (node.name == "range") return range(node, given);
    if (node.name == "min" || node.name == "max") return extreme(node, given);
    if (given.size() != 1) fail(node, fmt::format("{} takes 1 argument, not {}", node.name, given.size()));
    const Value& a = given.front();
    if (node.name == "list" || node.name == "tuple") {
      if (a.list() == nullptr) fail(node, fmt::format("{} takes a list, not {}", node.name, kind_of(a)));
      return a;
    }
    if (node.name == "len") {
      if (a.list() == nullptr) fail(node, "len takes a list, not " + kind_of(a));
      return {static_cast<std::int64_t>(a.list()->size())};
    }
    if (!a.is_number()) fail(node, fmt::format("{} takes a number, not {}", node.name, kind_of(a)));
    return of_number(node, a);
  }

  /// abs, float, int.
  Value of_number(const Node& node, const Value& a) const {
    if (node.name == "float") return {real_of(a)};
    if (const auto whole = whole_of(a)) {
      return node.name == "int" || *whole >= 0 ? Value{*whole} : opposite(node, *whole);
    }
    const double real = real_of(a);
    if (node.name == "abs") return {std::abs(real)};
    constexpr double limit = 9.2e18;
    if (!(std::abs(real) < limit)) fail(node, "the result is beyond 64 bits");
    return {static_cast<std::int64_t>(real)};
  }

  Value range(const Node& node, const List& given) {
    std::vector<std::int64_t> numbers;
    for (const Value& one : given) {
      const auto whole = whole_of(one);
      if (!whole) fail(node, "range takes whole numbers, not " + kind_of(one));
      numbers.push_back(*whole);
    }
    if (numbers.empty() || numbers.size() > 3)
      fail(node, fmt::format("range takes 1 to 3 arguments, not {}", numbers.size()));
    const std::int64_t first = numbers.size() == 1 ? 0 : numbers[0], last = numbers[numbers.size() == 1 ? 0 : 1];
    const std::int64_t step = numbers.size() == 3 ? numbers[2] : 1;
    if (step == 0) fail(node, "a range with a step of 0");
    List list;
    for (std::int64_t i = first; step > 0 ? i < last : i > last;) {
      if (++steps_ > max_steps) fail(node, fmt::format("takes more than {} steps", max_steps));
      list.emplace_back().is = i;
      if (__builtin_add_overflow(i, step, &i)) break;
    }
    return {std::move(list)};
  }

  Value extreme(const Node& node, const List& given) const {
    const List& all = given.size() == 1 && given.front().list() != nullptr ? *given.front().list() : given;
    if (all.empty()) fail(node, node.name + " of nothing");
    const Value* found = &all.front();
    for (const Value& one : all) {
      if (!one.is_number()) fail(node, fmt::format("{} takes numbers, not {}", node.name, kind_of(one)));
      const bool better = node.name == "min" ? real_of(one) < real_of(*found) : real_of(one) > real_of(*found);
      if (better) found = &one;
    }
    return *found;
  }

  const Expression& whole_;
  const std::vector<Node>& nodes_;
  const Names& names_;
  std::vector<std::pair<std::string, Value>> bound_;  ///< the variables of comprehensions, innermost last
  std::size_t steps_ = 0;
};

}  // namespace

Value Expression::evaluate(const Names& names) const { return Evaluator(*this, nodes_, names).value(root_); }

}  // namespace forewarp::python
