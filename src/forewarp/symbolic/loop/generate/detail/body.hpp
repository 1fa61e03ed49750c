// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "forewarp/symbolic/loop/generate/detail/c_expression.hpp"
#include "forewarp/symbolic/loop/generate/detail/placement.hpp"
#include "forewarp/symbolic/loop/schedule.hpp"

namespace forewarp::loop::detail {

/// The lines of a kernel's body: loops with their bounds, guards, statements, barriers.
class Body {
 public:
  /// All must outlive it.
  Body(const Program& program, Target target, const Placement& placement, CExpressions& expressions)
      : p_(program), target_(target), placement_(placement), c_(expressions) {}

  /// Throws InputError for a loop whose bounds have no closed form.
  [[nodiscard]] std::vector<std::string> lines(const std::vector<Step>& steps) {
    return lines(steps, placement_.known());
  }

 private:
  /// Lines under a condition; steps that follow each other under one condition share it.
  struct Guarded {
    std::string guard;  ///< "" without
    std::vector<std::string> lines;
  };

  std::vector<std::string> lines(const std::vector<Step>& steps, const symbolic::Set& known);
  Guarded guarded(const Step& step, const symbolic::Set& known);
  Guarded statement(const Statement& s, const symbolic::Set& known);
  Guarded loop(const Step& step, const symbolic::Set& known);
  std::string guard_text(const symbolic::Set& condition, const symbolic::Set& known);
  std::string conjunction(const std::vector<Condition>& conditions, const symbolic::Set& known);
  symbolic::Set reached(const Step& step);

  const Program& p_;
  Target target_;
  const Placement& placement_;
  CExpressions& c_;
};

}  // namespace forewarp::loop::detail
