// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// What the names of a C function are in the loop program made of it.
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/c/clang_tree.hpp"
#include "forewarp/symbolic/loop/expression.hpp"

namespace forewarp::loop::detail {

/// A C type that a loop program has: an element type, and axes of which the first may be unknown (null).
struct CType {
  Type element = Type::unknown;
  bool is_integer = false;
  std::vector<ExpressionPtr> axes;
};

struct CArray {
  std::string name;
  CType type;
  bool is_private = false;
  SourceLocation where;
};

/// Declarations by clang's ids.
struct CNames {
  std::map<std::string, ExpressionPtr> values;  ///< scalars, sizes and loops: what stands for them
  std::map<std::string, CArray> arrays;
  std::set<std::string> sizes;  ///< names of whole-number arguments
  std::set<std::string> loops;  ///< names of loops
  std::set<std::string> taken;  ///< every name given so far

  /// `wanted`, with underscores or a number behind it where that is taken or means something else.
  std::string fresh(const std::string& wanted);
};

/// Throws ParseError for a type that loop programs do not have.
[[nodiscard]] CType type_of(const std::string& text, const SourceLocation& where);

/// The value of an integer literal. Throws ParseError beyond 64 bits with sign.
[[nodiscard]] std::int64_t whole_number(const CNode& literal);

/// The C expression as one of loop programs. Whole-number division and remainder become floors where `indexing`, which
/// check_floors of the caller must prove to be the same. Throws ParseError naming what cannot be expressed.
class CExpressionReader {
 public:
  explicit CExpressionReader(const CNames& names) : names_(names) {}
  [[nodiscard]] ExpressionPtr value(const CNode& node, bool indexing = false) const;
  /// An access x[i][j], *x or *(x + i); null for what is none.
  [[nodiscard]] ExpressionPtr access(const CNode& node) const;

 private:
  [[nodiscard]] ExpressionPtr converted(const CNode& node, bool indexing) const;
  [[nodiscard]] ExpressionPtr operation(const CNode& node, bool indexing) const;
  [[nodiscard]] ExpressionPtr called(const CNode& node) const;
  const CNames& names_;
};

/// Without parentheses and conversions that change nothing.
[[nodiscard]] const CNode& bare(const CNode& node);

}  // namespace forewarp::loop::detail
