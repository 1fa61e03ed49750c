// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
/// How often a statement, or a part of it under conditions, runs: the three counts that every row has.
#include <map>
#include <set>
#include <string>
#include <vector>

#include "forewarp/symbolic/count/counts.hpp"
#include "forewarp/symbolic/count/loop/detail/grid.hpp"
#include "forewarp/symbolic/loop/program.hpp"

namespace forewarp::count::detail {

/// A condition, or what holds where it does not.
struct Guard {
  loop::ExpressionPtr condition;
  bool holds = true;
};

struct Runs {
  PwQPolynomial executions;  ///< of all work-items, conditions aside
  PwQPolynomial guarded;     ///< where the conditions hold, as far as they are affine
  PwQPolynomial sub_groups;  ///< executions of whole sub-groups
};

/// Counts the points of domains, each question once.
class Points {
 public:
  Points(const loop::Program& program, const Grid& grid)
      : program_(program), grid_(grid), assumed_(loop::domain_of(program, {})) {}

  [[nodiscard]] Runs runs(const std::set<std::string>& loops, const std::vector<Guard>& guards);
  /// |projection of the domain on the loops|.
  [[nodiscard]] PwQPolynomial points(const std::vector<std::string>& loops);
  /// The domain projected on the loops.
  [[nodiscard]] const symbolic::Set& domain(const std::vector<std::string>& loops);
  /// Whether every count so far was exact.
  [[nodiscard]] bool exact() const { return exact_; }
  /// What is known of the parameters.
  [[nodiscard]] const symbolic::Set& assumed() const { return assumed_; }

 private:
  PwQPolynomial counted(const symbolic::Set& set);

  const loop::Program& program_;
  const Grid& grid_;
  symbolic::Set assumed_;
  std::map<std::string, PwQPolynomial> known_;
  std::map<std::vector<std::string>, symbolic::Set> domains_;
  bool exact_ = true;
};

}  // namespace forewarp::count::detail
