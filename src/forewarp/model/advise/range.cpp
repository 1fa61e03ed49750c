// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/model/advise/range.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace forewarp::advise {
namespace {

using expression::Node;
using expression::Op;

constexpr Range no = {0, 0}, yes = {1, 1}, undecided = {0, 1};

/// Range of an operation that is monotone in each operand: the extremes are at the corners; unknown
/// where infinities meet. [1, 2] * [-3, 4] has the corners -3, 4, -6 and 8 and so is [-6, 8]; [0,
/// 0] * [0, inf) has a corner 0 * inf.
template <typename Operation>
Range of_corners(Range a, Range b, Operation operation) {
  const std::array<double, 4> corners = {operation(a.low, b.low), operation(a.low, b.high), operation(a.high, b.low),
                                         operation(a.high, b.high)};
  if (std::ranges::any_of(corners, [](double c) { return std::isnan(c); })) return {};
  return {*std::ranges::min_element(corners), *std::ranges::max_element(corners)};
}

template <typename Function>
Range of_ends(Range a, Function function) {
  const Range r = {function(a.low), function(a.high)};
  return std::isnan(r.low) || std::isnan(r.high) ? Range{} : r;
}

/// Comparison of ranges: true or false only where no overlap leaves a doubt. [1, 2] < [3, 4] yes, [1, 3] < [2, 4] open.
Range less(Range a, Range b) { return a.high < b.low ? yes : a.low >= b.high ? no : undecided; }
Range less_equal(Range a, Range b) { return a.high <= b.low ? yes : a.low > b.high ? no : undecided; }
Range opposite(Range truth) { return {1 - truth.high, 1 - truth.low}; }
Range equal(Range a, Range b) {
  if (a.is_exact() && a == b) return yes;
  return a.high < b.low || b.high < a.low ? no : undecided;
}

/// A divisor whose range contains 0 allows any result.
Range quotient(Range a, Range b) {
  if (b.low <= 0 && b.high >= 0) return {};
  return of_corners(a, b, [](double x, double y) { return x / y; });
}

Range truth_of(Op op, Range a, Range b) {
  if (op == Op::logical_or) return {std::max(a.low, b.low), std::max(a.high, b.high)};
  if (op == Op::logical_and) return {std::min(a.low, b.low), std::min(a.high, b.high)};
  if (op == Op::logical_not) return opposite(a);
  if (op == Op::equal) return equal(a, b);
  if (op == Op::not_equal) return opposite(equal(a, b));
  if (op == Op::less) return less(a, b);
  if (op == Op::less_equal) return less_equal(a, b);
  if (op == Op::greater) return less(b, a);
  if (op == Op::greater_equal) return less_equal(b, a);
  if (op == Op::missing) return no;  // a quantity always has a value, known or not
  return undecided;
}

Range number_of(Op op, Range a, Range b) {
  if (op == Op::add) return {a.low + b.low, a.high + b.high};
  if (op == Op::subtract) return {a.low - b.high, a.high - b.low};
  if (op == Op::negate) return {-a.high, -a.low};
  if (op == Op::multiply) return of_corners(a, b, [](double x, double y) { return x * y; });
  if (op == Op::divide) return quotient(a, b);
  if (op == Op::min) return {std::min(a.low, b.low), std::min(a.high, b.high)};
  if (op == Op::max) return {std::max(a.low, b.low), std::max(a.high, b.high)};
  if (op == Op::log) return of_ends(a, [](double x) { return std::log(x); });
  if (op == Op::log2) return of_ends(a, [](double x) { return std::log2(x); });
  if (op == Op::exp) return of_ends(a, [](double x) { return std::exp(x); });
  if (op == Op::sqrt) return of_ends(a, [](double x) { return std::sqrt(x); });
  if (op == Op::abs) return a.low >= 0 ? a : a.high <= 0 ? Range{-a.high, -a.low} : Range::at_least(0);
  if (op == Op::remainder) return a.is_exact() && b.is_exact() ? Range::exactly(std::fmod(a.low, b.low)) : Range{};
  return {};
}

Range value_of(const Node& node, const std::vector<Range>& values, const Ranges& known) {
  if (node.op == Op::number) return Range::exactly(std::get<double>(node.number));
  if (node.op == Op::name) {
    const auto at = known.find(node.text);
    return at == known.end() ? Range{} : at->second;
  }
  if (node.op == Op::text) return {};
  const Range a = values[node.operand[0]], b = node.operands > 1 ? values[node.operand[1]] : Range{};
  return expression::is_truth(node.op) ? truth_of(node.op, a, b) : number_of(node.op, a, b);
}

/// Below an undecided truth only what is undecided itself matters; below a comparison each quantity
/// that is not exact. Example: `load_excess > 1.25 and reload > 2` with reload in [1, inf) and
/// load_excess exactly 3: the first half is yes, so only reload is reported.
void collect(const std::vector<Node>& nodes, const std::vector<Range>& values, std::size_t index,
             std::vector<std::string>& missing) {
  const Node& node = nodes[index];
  if (values[index].is_exact()) return;
  if (node.op == Op::name && std::ranges::count(missing, node.text) == 0) missing.push_back(node.text);
  for (std::size_t k = 0; k < node.operands; ++k) collect(nodes, values, node.operand[k], missing);
}

}  // namespace

/// Interval arithmetic over the nodes in post-order, so operands are ready before their operation: O(nodes). If the
/// truth remains open, collect() names the quantities that would decide it.
Decision decide(const table::RowExpression& condition, const Ranges& known) {
  const std::vector<Node>& nodes = condition.tree().nodes;
  std::vector<Range> values;
  for (const Node& node : nodes) values.push_back(value_of(node, values, known));
  Decision decision;
  if (values.empty() || values.back() == undecided) {
    decision.truth = Truth::undecided;
    if (!values.empty()) collect(nodes, values, nodes.size() - 1, decision.missing);
  } else {
    decision.truth = values.back() == yes ? Truth::yes : Truth::no;
  }
  return decision;
}

}  // namespace forewarp::advise
