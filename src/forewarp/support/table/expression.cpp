// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/support/table/expression.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/support/error.hpp"
#include "forewarp/support/expression/arithmetic.hpp"
#include "forewarp/support/table/rows.hpp"

namespace forewarp::table {
namespace {

using expression::Index;
using expression::Node;
using expression::Op;
using Numbers = Table::Numbers;

enum class Kind { number, text, truth };

/// Checks what each node is (number, text, truth), then evaluates it for all rows at once. The values of an operand are
/// dropped once they have been used, so that a chain of a thousand operators needs two columns and not a thousand.
class Evaluation {
 public:
  Evaluation(const expression::Tree& tree, const Table& table) : tree_(tree), table_(table) {
    for (const Node& n : tree.nodes) kinds_.push_back(kind_of(n));
  }

  Numbers truths() const {
    if (kinds_[tree_.root] != Kind::truth)
      throw InputError(fmt::format("'{}' is not a comparison, so it does not select rows", tree_.text));
    return values(tree_.root);
  }
  /// Of a comparison 1 where it holds, else 0.
  Numbers numbers() const {
    if (kinds_[tree_.root] == Kind::text) throw InputError(fmt::format("'{}' is not a number", tree_.text));
    return values(tree_.root);
  }

 private:
  /// The kind that every operand of n has to be, and n then is.
  Kind want(const Node& n, Kind kind, std::string_view name) const {
    for (std::size_t k = 0; k < n.operands; ++k)
      if (kinds_[n.operand[k]] != kind) tree_.fail(n.position, fmt::format("an operand is not a {}", name));
    return kind;
  }

  Kind kind_of(const Node& n) const {
    if (n.op == Op::number) return Kind::number;
    if (n.op == Op::text) return Kind::text;
    if (n.op == Op::name) return table_.is_number(n.text) ? Kind::number : Kind::text;
    if (n.op == Op::logical_or || n.op == Op::logical_and || n.op == Op::logical_not)
      return want(n, Kind::truth, "comparison");
    if (!expression::is_comparison(n.op) && n.op != Op::missing) return want(n, Kind::number, "number");
    const Kind first = kinds_[n.operand[0]];
    if (first == Kind::truth) tree_.fail(n.position, "an operand is itself a comparison");
    if (n.operands == 2 && kinds_[n.operand[1]] != first) tree_.fail(n.position, "compares text with a number");
    return Kind::truth;
  }

  const std::string& text(Index i, std::size_t row) const {
    const Node& n = tree_.nodes[i];
    return n.op == Op::text ? n.text : table_.texts(n.text)[row];
  }

  /// A comparison of texts, or whether a text is missing.
  Numbers of_texts(const Node& n) const {
    Numbers truths(table_.rows());
    for (std::size_t row = 0; row < truths.size(); ++row) {
      const std::string& a = text(n.operand[0], row);
      truths[row] = n.op == Op::missing ? expression::truth(a.empty())
                                        : expression::real(n.op, a.compare(text(n.operand[1], row)), 0);
    }
    return truths;
  }

  Numbers values(Index i) const {
    const Node& n = tree_.nodes[i];
    if (n.op == Op::number) return Numbers(table_.rows(), std::get<double>(n.number));
    if (n.op == Op::name) return table_.numbers(n.text);
    if (kinds_[n.operand[0]] == Kind::text) return of_texts(n);
    Numbers a = values(n.operand[0]);
    if (n.operands == 1) {
      expression::with_real(n.op,
                            [&](auto f) { std::ranges::transform(a, a.begin(), [f](double x) { return f(x, 0); }); });
    } else {
      const Numbers b = values(n.operand[1]);
      expression::with_real(n.op, [&](auto f) { std::ranges::transform(a, b, a.begin(), f); });
    }
    return a;
  }

  const expression::Tree& tree_;
  const Table& table_;
  std::vector<Kind> kinds_;
};

}  // namespace

RowExpression RowExpression::parse(std::string_view text) {
  RowExpression parsed;
  parsed.tree_ = expression::parse(text, expression::Language::row);
  return parsed;
}

std::vector<std::size_t> RowExpression::rows_where(const Table& table) const {
  const Numbers truths = Evaluation(tree_, table).truths();
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < truths.size(); ++row)
    if (truths[row] != 0) rows.push_back(row);
  return rows;
}

Table::Numbers RowExpression::numbers(const Table& table) const { return Evaluation(tree_, table).numbers(); }

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
