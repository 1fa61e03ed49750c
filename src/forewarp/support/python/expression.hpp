// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The expressions of Python that can be evaluated without Python: what tuning scripts and Kernel Tuner's files write
/// as values and restrictions.
///
///     [16 * i for i in range(1, 17)]    32 <= block_size_x * block_size_y <= 1024    tile in (1, 2, 4) and not pad
///
/// Literals, lists, tuples, dictionaries with text keys, dict(a=1), one `for` and one `if` in a list, comparisons that
/// chain, `in`, `not in`, and, or, not, + - * / // % ** << >>, and the functions abs, float, int, len, list, max, min,
/// range and tuple. All have Python's meaning: / is the real quotient, // and % round down. Integers have 64 bits and
/// are checked. Anything else is refused by name. The text may come from anyone: its length, its depth, and the work of
/// an evaluation are limited.
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "forewarp/support/expression/operators.hpp"
#include "forewarp/support/python/value.hpp"
#include "forewarp/support/source_location.hpp"

namespace forewarp::python {

using Names = std::map<std::string, Value, std::less<>>;

/// One node of an expression; operands come before what they are operands of.
struct Node {
  enum class Kind : std::uint8_t { constant, name, list, dictionary, operation, call, comprehension } kind;
  expression::Op op = expression::Op::number;  ///< of an operation
  std::size_t offset = 0;                      ///< in the text
  std::vector<std::size_t> operands = {};      ///< of a comprehension: element, what is gone through, perhaps condition
  Value constant = {};
  std::string name = {};               ///< of a name, a function, a comprehension's variable
  std::vector<std::string> keys = {};  ///< of a dictionary
};

class Expression {
 public:
  /// Throws ParseError with the place in the file. `where` is that of the text's first character.
  [[nodiscard]] static Expression parse(std::string_view text, SourceLocation where = {});
  /// A restriction: an expression, or "lambda p: ..." in which p["x"] is the name x, or "lambda x, y: ...".
  [[nodiscard]] static Expression parse_restriction(std::string_view text, SourceLocation where = {});

  /// Throws ParseError for a name that is not there, an overflow, a division by zero, operands that do not fit, and for
  /// more than a million steps.
  [[nodiscard]] Value evaluate(const Names& names) const;
  /// The names that it takes from outside.
  [[nodiscard]] std::set<std::string> names() const;
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Throws ParseError about the text at this offset.
  [[noreturn]] void fail(std::size_t offset, std::string_view message) const;

 private:
  friend class Parser;
  std::string text_;
  SourceLocation where_;
  std::vector<Node> nodes_;
  std::size_t root_ = 0;
};

}  // namespace forewarp::python
