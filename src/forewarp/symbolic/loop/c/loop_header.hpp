// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// The head of a C for statement: its variable, first value, step and bounds.
#include <cstdint>
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/c/clang_tree.hpp"
#include "forewarp/symbolic/loop/expression.hpp"

namespace forewarp::loop::detail {

[[nodiscard]] bool is_assignment(const CNode& node);
/// ++ or --.
[[nodiscard]] bool is_step(const CNode& node);

struct LoopHeader {
  std::string id, name;         ///< of the variable: clang's id, its name in the source
  const CNode* from = nullptr;  ///< its first value
  std::int64_t step = 0;        ///< never 0
};

/// Throws ParseError where the variable does not step by a constant, or has no first value.
[[nodiscard]] LoopHeader header_of(const CNode& node);

/// One comparison of the condition with the loop's variable on the left.
struct Bound {
  Op op = Op::less;  ///< variable op limit; or limit op variable where it is a lower bound
  bool upper = true;
  const CNode* limit = nullptr;
};

/// The comparisons that && joins. Throws ParseError for any other condition.
[[nodiscard]] std::vector<Bound> bounds_of(const CNode& condition, const LoopHeader& header);

/// min(a, b) as an upper bound is both of them, max as a lower one; written as a call or as a < b ? a : b. `least`:
/// look for min.
[[nodiscard]] std::vector<ExpressionPtr> both_of(const ExpressionPtr& e, bool least);

/// A bound whose limit has been read.
struct BoundValue {
  Op op = Op::less;
  bool upper = true;
  ExpressionPtr value;
};

struct LoopRange {
  LoopHeader header;
  ExpressionPtr from;
  std::vector<ExpressionPtr> starts;  ///< lower bounds (upper ones where it counts down) that `from` consists of
  std::vector<BoundValue> limits;
};

}  // namespace forewarp::loop::detail
