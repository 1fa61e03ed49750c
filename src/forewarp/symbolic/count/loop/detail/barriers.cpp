// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/count/loop/detail/barriers.hpp"

#include "forewarp/symbolic/loop/schedule.hpp"

namespace forewarp::count::detail {

namespace {

/// Barriers per work-item: each step of the schedule that is a barrier counts as often as the loops
/// around it have points. Two barriers in a loop over n / 16 tiles are n / 8.
PwQPolynomial met(const std::vector<loop::Step>& steps, std::vector<std::string>& around, Points& points) {
  PwQPolynomial sum;
  for (const loop::Step& step : steps) {
    if (step.kind == loop::Step::Kind::barrier) sum = sum + points.points(around);
    if (step.kind != loop::Step::Kind::loop) continue;
    around.push_back(step.name);
    sum = sum + met(step.inside, around, points);
    around.pop_back();
  }
  return sum;
}

}  // namespace

PwQPolynomial barriers_of(const loop::Program& program, Points& points) {
  std::vector<std::string> around;
  return met(loop::schedule(program), around, points).merged();
}

}  // namespace forewarp::count::detail
