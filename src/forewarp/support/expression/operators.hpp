// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The operators and functions of every expression language of forewarp, in one table: how each is spelled, how tightly
/// it binds, how many operands it takes, and which languages have it. Precedences are those of C; `**` and `^` (power)
/// bind more tightly than a sign, as in Python.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace forewarp::expression {

enum class Op : std::uint8_t {
  number,  // leaves
  text,
  name,
  plus,  // signs
  negate,
  logical_not,
  bit_not,
  logical_or,  // infix operators
  logical_and,
  bit_or,
  bit_xor,
  bit_and,
  equal,
  not_equal,
  less,
  less_equal,
  greater,
  greater_equal,
  member,  ///< x in (a, b), which a tree holds as x == a || x == b
  shift_left,
  shift_right,
  add,
  subtract,
  multiply,
  divide,
  floor_divide,
  remainder,
  power,
  conditional,
  abs,  // functions
  ceil,
  ceil_div,
  exp,
  floor,
  log,
  log2,
  max,
  min,
  missing,
  overlap,
  partial,
  pow2,
  round_up,
  sign,
  sqrt,
  step,
  tanh,
};

/// The six comparisons.
[[nodiscard]] constexpr bool is_comparison(Op op) { return op >= Op::equal && op <= Op::greater_equal; }

/// Whether the result is a truth: of comparisons, of and, or and not, of missing(x).
[[nodiscard]] constexpr bool is_truth(Op op) {
  return is_comparison(op) || op == Op::logical_not || op == Op::logical_or || op == Op::logical_and ||
         op == Op::missing;
}

enum class Language : std::uint8_t {
  launch = 1,    ///< launch descriptions: checked 64-bit integers (frontend/launch)
  row = 2,       ///< the rows of a table (support/table)
  cost = 4,      ///< cost expressions (model/expression)
  campaign = 8,  ///< inputs of learned models (measure/campaign)
  loop = 16,     ///< loop programs (symbolic/loop)
  ptx = 32,      ///< constant expressions of PTX (frontend/ptx)
  budget = 64,   ///< what the user expects of a program's times (report/expectation)
  python = 128   ///< Python's expressions in files of tuners (support/python)
};

class Languages {
 public:
  constexpr Languages(Language one) : bits_(static_cast<unsigned>(one)) {}  // NOLINT(google-explicit-constructor)
  [[nodiscard]] constexpr bool contains(Language one) const { return (bits_ & static_cast<unsigned>(one)) != 0; }
  friend constexpr Languages operator|(Languages a, Languages b) {
    a.bits_ |= b.bits_;
    return a;
  }

 private:
  unsigned bits_;
};
constexpr Languages operator|(Language a, Language b) { return Languages(a) | Languages(b); }

enum class Form : std::uint8_t {
  prefix,
  infix,        ///< from the left: a - b - c is (a - b) - c
  infix_right,  ///< from the right: a ** b ** c is a ** (b ** c)
  list,         ///< infix, with a list in parentheses on its right
  function
};

struct Operator {
  std::string_view spelling;
  Op op = Op::number;
  Form form = Form::infix;
  int precedence = 0;  ///< of an infix operator; of a prefix, of the loosest infix operator within its operand
  std::size_t min_operands = 1, max_operands = 1;
  Languages languages = Language::launch;
};

/// What a language has of this spelling; null where it has nothing.
[[nodiscard]] const Operator* infix_operator(Language language, std::string_view spelling);
[[nodiscard]] const Operator* prefix_operator(Language language, std::string_view spelling);
[[nodiscard]] const Operator* function_named(Language language, std::string_view name);
/// How a language writes an operation, the first way where there are several; null where it has none.
[[nodiscard]] const Operator* operator_of(Op op, Language language);
/// The functions of a language, by name.
[[nodiscard]] std::vector<std::string> function_names(Language language);
/// The whole table.
[[nodiscard]] std::span<const Operator> all_operators();

}  // namespace forewarp::expression
