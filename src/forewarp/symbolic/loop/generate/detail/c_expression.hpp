// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// Expressions, accesses and conditions in the words of a C-like target.
#include <map>
#include <string>

#include "forewarp/symbolic/loop/detail/condition.hpp"
#include "forewarp/symbolic/loop/generate/generate.hpp"

namespace forewarp::loop::detail {

class CExpressions {
 public:
  /// `values`: the expressions for loops over groups and work-items, and for fixed parameters. Both must outlive it.
  CExpressions(const Program& program, Target target, const std::map<std::string, ExpressionPtr>& values);

  /// A typed expression (types.hpp). `known`: what holds at the place; it lets floor(a/b) be a/b.
  [[nodiscard]] std::string value(const ExpressionPtr& e, const symbolic::Set& known);
  /// The same for a statement's target.
  [[nodiscard]] std::string target(const ExpressionPtr& e, const symbolic::Set& known) { return value(e, known); }
  /// Whole numbers over names alone, simplified.
  [[nodiscard]] std::string index(const ExpressionPtr& e, const symbolic::Set& known);
  /// "16*gid(0) + lid(0) < n"
  [[nodiscard]] std::string condition(const Condition& c, const symbolic::Set& known);
  /// What the target calls a variable, a loop or a parameter.
  [[nodiscard]] std::string c_name(const std::string& name) const;

  /// Whether these helpers were called (dialect.hpp).
  bool uses_floor_div = false, uses_modulo = false;

 private:
  std::string write(const ExpressionPtr& e, int outer, const symbolic::Set& known);
  std::string binary(const ExpressionPtr& e, int mine, const symbolic::Set& known);
  std::string whole_division(const ExpressionPtr& e, int& mine, const symbolic::Set& known);
  std::string atom(const ExpressionPtr& e, const symbolic::Set& known);
  std::string called(const ExpressionPtr& e, const symbolic::Set& known);
  std::string element(const ExpressionPtr& e, const symbolic::Set& known);
  [[nodiscard]] bool is_index(const ExpressionPtr& e) const;

  const Program& program_;
  Target target_;
  const std::map<std::string, ExpressionPtr>& values_;
  std::map<std::string, std::string> renamed_;
  bool simple_ = false;  ///< what is being written was simplified
};

}  // namespace forewarp::loop::detail
