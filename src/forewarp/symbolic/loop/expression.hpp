// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Expressions of loop programs: trees that never change, so that programs share them.
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/expression/operators.hpp"
#include "forewarp/support/source_location.hpp"
#include "forewarp/symbolic/loop/type.hpp"

namespace forewarp::loop {

enum class Op : std::uint8_t {
  integer,    ///< a literal: integer_value
  real,       ///< a literal: real_value; its type is what it meets (f32 beside f32), f64 where forced by `cast`
  name,       ///< a loop index, a parameter, or a scalar variable
  subscript,  ///< name[operands...], with an optional access tag: a$aLD[i,k]
  negate,
  add,
  subtract,
  multiply,
  divide,     ///< true division of floats; of integers as C divides
  floor_div,  ///< floor(a / b) of integers, b > 0 ("//")
  modulo,     ///< a mod b in [0, b), b > 0 ("%")
  less,
  less_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  logical_not,
  call,    ///< name(operands...): sin cos exp log sqrt rsqrt pow fabs min max fma tanh floor ...
  select,  ///< condition ? operands[1] : operands[2]
  cast,    ///< type(operands[0])
  reduce   ///< name is the operation (sum product min max), loops its indices, operands[0] the body: sum((k,l), body)
};

struct Expression;
using ExpressionPtr = std::shared_ptr<const Expression>;

struct Expression {
  Op op = Op::integer;
  Type type = Type::unknown;  ///< filled by inference (infer_types)
  std::int64_t integer_value = 0;
  double real_value = 0;
  std::string name;                     ///< of name, subscript, call, reduce
  std::string tag;                      ///< of subscript: the memory access tag, "" without
  std::vector<std::string> loops;       ///< of reduce
  std::vector<ExpressionPtr> operands;  ///< subscripts, arguments, sides
  SourceLocation where;
};

[[nodiscard]] ExpressionPtr integer(std::int64_t value);
[[nodiscard]] ExpressionPtr real(double value);
[[nodiscard]] ExpressionPtr name(std::string text);
[[nodiscard]] ExpressionPtr subscript(std::string array, std::vector<ExpressionPtr> indices, std::string tag = {});
[[nodiscard]] ExpressionPtr make(Op op, std::vector<ExpressionPtr> operands);
[[nodiscard]] ExpressionPtr call(std::string function, std::vector<ExpressionPtr> arguments);
[[nodiscard]] ExpressionPtr cast(Type type, ExpressionPtr operand);
[[nodiscard]] ExpressionPtr reduce(std::string operation, std::vector<std::string> loops, ExpressionPtr body);
/// `e` with other operands (the same object where nothing changed).
[[nodiscard]] ExpressionPtr with_operands(const ExpressionPtr& e, std::vector<ExpressionPtr> operands);

/// Calls `visit` on every node, parents first.
void walk(const ExpressionPtr& e, const std::function<void(const Expression&)>& visit);
/// Rebuilds from the leaves up: `change` sees each node with its new operands and may return another.
[[nodiscard]] ExpressionPtr rebuild(const ExpressionPtr& e, const std::function<ExpressionPtr(ExpressionPtr)>& change);
/// Every `name` node called `from` becomes `to`; reduction loops of that name are left to the caller.
[[nodiscard]] ExpressionPtr substitute(const ExpressionPtr& e, const std::string& from, const ExpressionPtr& to);
/// Names that occur: of `name` nodes; reduction loops included.
[[nodiscard]] std::set<std::string> names_in(const ExpressionPtr& e);
/// How tightly an operator binds (support/expression/operators.hpp): 0 for select, the loosest; `tightest` for names,
/// calls and what else needs no parentheses.
[[nodiscard]] int precedence(Op op);
inline constexpr int tightest = 100;
/// How the operator is written in a language; "" for what is no operator.
[[nodiscard]] std::string_view spelling(Op op, expression::Language language);
/// The operation that an operator of the text stands for; > is `less`, >= is `less_equal`.
[[nodiscard]] Op operation_of(expression::Op op);
/// As the text format writes it, with as few parentheses as its precedences need.
[[nodiscard]] std::string to_text(const ExpressionPtr& e);
/// Same tree, locations and types aside.
[[nodiscard]] bool same(const ExpressionPtr& a, const ExpressionPtr& b);

}  // namespace forewarp::loop
