// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Numbers of points of loop domains, cached by loops and guards. Statements without a loop along a parallel axis are
// executed by all of it, so their count is multiplied by the axis' size (idle_axes).
#include "forewarp/symbolic/count/loop/detail/points.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "forewarp/symbolic/loop/affine.hpp"
#include "forewarp/symbolic/sets/count.hpp"

namespace forewarp::count::detail {

namespace {

/// Points at which all guards hold. A guard that depends on data cannot be a set: it is left out,
/// so the number of points is an upper bound for it.
symbolic::Set guarded_points(const loop::Program& program, symbolic::Set points, const std::vector<std::string>& loops,
                             const std::vector<Guard>& guards) {
  for (const Guard& guard : guards) {
    const auto where = loop::condition_set(program, loops, guard.condition);
    if (where) points = guard.holds ? points.intersect(*where) : points.subtract(*where);
  }
  return points;
}

}  // namespace

const symbolic::Set& Points::domain(const std::vector<std::string>& loops) {
  const auto known = domains_.find(loops);
  return known != domains_.end() ? known->second
                                 : domains_.emplace(loops, loop::domain_of(program_, loops)).first->second;
}

/// An upper bound where exact counting passes its limits; exact_ notes it.
PwQPolynomial Points::counted(const symbolic::Set& set) {
  symbolic::CountOptions options;
  options.upper_bound_beyond = true;
  const symbolic::Count count = symbolic::count(set, options);
  exact_ = exact_ && count.exact;
  return count.value.given(assumed_);
}

PwQPolynomial Points::points(const std::vector<std::string>& loops) {
  const std::string key = fmt::format("{}", fmt::join(loops, ","));
  const auto known = known_.find(key);
  if (known != known_.end()) return known->second;
  const PwQPolynomial value = loops.empty() ? PwQPolynomial::constant(1) : counted(domain(loops));
  return known_.emplace(key, value).first->second;
}

/// Executions by work-items, by sub-groups, and by work-items under the guards. Sub-groups count the points of the
/// loops that are not work-items, times the sub-groups of a group.
Runs Points::runs(const std::set<std::string>& loops, const std::vector<Guard>& guards) {
  const std::vector<std::string> all(loops.begin(), loops.end());
  std::vector<std::string> outside;
  for (const std::string& name : all)
    if (program_.tag_of(name).kind != loop::LoopTag::Kind::local) outside.push_back(name);
  const PwQPolynomial beside = idle_axes(program_, grid_, loops, true);
  Runs runs;
  runs.executions = (points(all) * beside).merged();
  runs.sub_groups = (points(outside) * idle_axes(program_, grid_, loops, false) * grid_.sub_groups).merged();
  runs.guarded = runs.executions;
  if (guards.empty()) return runs;
  std::string key = fmt::format("{} if", fmt::join(all, ","));
  for (const Guard& guard : guards)
    key += fmt::format(" {}({})", guard.holds ? "" : "not ", loop::to_text(guard.condition));
  auto known = known_.find(key);
  if (known == known_.end())
    known = known_.emplace(key, counted(guarded_points(program_, domain(all), all, guards))).first;
  runs.guarded = (known->second * beside).merged();
  return runs;
}

}  // namespace forewarp::count::detail
