// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "forewarp/support/error.hpp"
#include "forewarp/support/table/rows.hpp"

namespace forewarp::table {
namespace {

using Numbers = Table::Numbers;

enum class Kind { number, text, truth };

/// Node by node, operands first; each node's values for all rows are dropped once they have been used.
class Evaluation {
 public:
  Evaluation(const RowExpression& expression, const Table& table)
      : expression_(expression), table_(table), kinds_(expression.nodes().size()) {
    for (std::size_t i = 0; i < kinds_.size(); ++i) kinds_[i] = kind_of(expression.nodes()[i]);
  }

  Numbers root(Kind wanted) const {
    const std::size_t last = kinds_.size() - 1;
    if (kinds_[last] != wanted)
      fail(wanted == Kind::truth ? "is no comparison, so it does not say which rows" : "is no number");
    return values(last);
  }

 private:
  [[noreturn]] void fail(std::string_view what) const {
    throw InputError(fmt::format("'{}' {}", expression_.text(), what));
  }
  const RowNode& node(std::size_t i) const { return expression_.nodes()[i]; }
  void want(std::size_t i, Kind kind, std::string_view what) const {
    if (kinds_[i] != kind) fail(fmt::format("has {} before letter {}", what, node(i).position + 1));
  }

  Kind kind_of(const RowNode& n) const {
    switch (n.op) {
      case RowOp::number:
        return Kind::number;
      case RowOp::text:
        return Kind::text;
      case RowOp::column:
        return table_.is_number(n.text) ? Kind::number : Kind::text;
      case RowOp::logical_or:
      case RowOp::logical_and:
        want(n.a, Kind::truth, "no comparison");
        want(n.b, Kind::truth, "no comparison");
        return Kind::truth;
      case RowOp::logical_not:
        want(n.a, Kind::truth, "no comparison");
        return Kind::truth;
      case RowOp::equal:
      case RowOp::not_equal:
      case RowOp::less:
      case RowOp::less_equal:
      case RowOp::greater:
      case RowOp::greater_equal:
        if (kinds_[n.a] != kinds_[n.b] || kinds_[n.a] == Kind::truth)
          fail(fmt::format("compares text with a number before letter {}", n.position + 1));
        return Kind::truth;
      case RowOp::missing:
        if (kinds_[n.a] == Kind::truth) fail("asks whether a comparison is missing");
        return Kind::truth;
      case RowOp::add:
      case RowOp::subtract:
      case RowOp::multiply:
      case RowOp::divide:
      case RowOp::remainder:
      case RowOp::min:
      case RowOp::max:
        want(n.b, Kind::number, "no number");
        [[fallthrough]];
      case RowOp::negate:
      case RowOp::log:
      case RowOp::log2:
      case RowOp::exp:
      case RowOp::sqrt:
      case RowOp::abs:
        want(n.a, Kind::number, "no number");
        return Kind::number;
    }
    return Kind::number;
  }

  const std::string& text(std::size_t i, std::size_t row) const {
    return node(i).op == RowOp::text ? node(i).text : table_.texts(node(i).text)[row];
  }

  template <typename F>
  Numbers map(const RowNode& n, F f) const {
    Numbers a = values(n.a);
    std::ranges::transform(a, a.begin(), f);
    return a;
  }
  template <typename F>
  Numbers zip(const RowNode& n, F f) const {
    Numbers a = values(n.a);
    const Numbers b = values(n.b);
    std::ranges::transform(a, b, a.begin(), f);
    return a;
  }
  template <typename F>
  Numbers compare(const RowNode& n, F f) const {
    if (kinds_[n.a] == Kind::number)
      return zip(n, [&](double a, double b) {
        return std::isunordered(a, b) ? 0.0 : f(a < b ? -1 : a > b) ? 1.0 : 0.0;
      });
    Numbers truths(table_.rows());
    for (std::size_t row = 0; row < truths.size(); ++row)
      truths[row] = f(text(n.a, row).compare(text(n.b, row))) ? 1.0 : 0.0;
    return truths;
  }
  Numbers missing(const RowNode& n) const {
    if (kinds_[n.a] == Kind::number) return map(n, [](double a) { return std::isnan(a) ? 1.0 : 0.0; });
    Numbers truths(table_.rows());
    for (std::size_t row = 0; row < truths.size(); ++row) truths[row] = text(n.a, row).empty() ? 1.0 : 0.0;
    return truths;
  }

  Numbers values(std::size_t i) const {
    const RowNode& n = node(i);
    switch (n.op) {
      case RowOp::number:
        return Numbers(table_.rows(), n.number);
      case RowOp::column:
        return table_.numbers(n.text);
      case RowOp::text:
        break;
      case RowOp::logical_or:
        return zip(n, [](double a, double b) { return std::max(a, b); });
      case RowOp::logical_and:
        return zip(n, [](double a, double b) { return std::min(a, b); });
      case RowOp::logical_not:
        return map(n, [](double a) { return 1 - a; });
      case RowOp::equal:
        return compare(n, [](int c) { return c == 0; });
      case RowOp::not_equal:
        return compare(n, [](int c) { return c != 0; });
      case RowOp::less:
        return compare(n, [](int c) { return c < 0; });
      case RowOp::less_equal:
        return compare(n, [](int c) { return c <= 0; });
      case RowOp::greater:
        return compare(n, [](int c) { return c > 0; });
      case RowOp::greater_equal:
        return compare(n, [](int c) { return c >= 0; });
      case RowOp::add:
        return zip(n, [](double a, double b) { return a + b; });
      case RowOp::subtract:
        return zip(n, [](double a, double b) { return a - b; });
      case RowOp::multiply:
        return zip(n, [](double a, double b) { return a * b; });
      case RowOp::divide:
        return zip(n, [](double a, double b) { return a / b; });
      case RowOp::remainder:
        return zip(n, [](double a, double b) { return std::fmod(a, b); });
      case RowOp::min:
        return zip(n, [](double a, double b) { return std::isnan(a) ? a : std::isnan(b) ? b : std::min(a, b); });
      case RowOp::max:
        return zip(n, [](double a, double b) { return std::isnan(a) ? a : std::isnan(b) ? b : std::max(a, b); });
      case RowOp::negate:
        return map(n, [](double a) { return -a; });
      case RowOp::log:
        return map(n, [](double a) { return std::log(a); });
      case RowOp::log2:
        return map(n, [](double a) { return std::log2(a); });
      case RowOp::exp:
        return map(n, [](double a) { return std::exp(a); });
      case RowOp::sqrt:
        return map(n, [](double a) { return std::sqrt(a); });
      case RowOp::abs:
        return map(n, [](double a) { return std::abs(a); });
      case RowOp::missing:
        return missing(n);
    }
    return {};
  }

  const RowExpression& expression_;
  const Table& table_;
  std::vector<Kind> kinds_;
};

}  // namespace

std::vector<std::size_t> RowExpression::rows_where(const Table& table) const {
  const Numbers truths = Evaluation(*this, table).root(Kind::truth);
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < truths.size(); ++row)
    if (truths[row] != 0) rows.push_back(row);
  return rows;
}

Table::Numbers RowExpression::numbers(const Table& table) const { return Evaluation(*this, table).root(Kind::number); }

Table filter(const Table& table, std::string_view expression) {
  return take_rows(table, RowExpression::parse(expression).rows_where(table));
}

Table with_column(Table table, std::string_view definition) {
  const std::size_t equals = definition.find('=');
  std::string_view left = definition.substr(0, equals);
  while (!left.empty() && left.back() == ' ') left.remove_suffix(1);
  while (!left.empty() && left.front() == ' ') left.remove_prefix(1);
  if (equals == std::string_view::npos || left.empty())
    throw InputError(fmt::format("'{}' defines no column; write name = expression", definition));
  Heading heading = parse_heading(left);
  Table::Numbers cells = RowExpression::parse(definition.substr(equals + 1)).numbers(table);
  table.add(std::move(heading.name), std::move(cells), std::move(heading.unit));
  return table;
}

}  // namespace forewarp::table
