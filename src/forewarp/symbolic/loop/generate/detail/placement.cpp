// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Replaces parallel loops by ids: on each axis loop = id + base (launch.cpp), so conditions on loops become conditions
// on gid(a) and lid(a).
#include "forewarp/symbolic/loop/generate/detail/placement.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/symbolic/loop/access.hpp"
#include "forewarp/symbolic/loop/detail/simplify.hpp"

namespace forewarp::loop::detail {

namespace {

using symbolic::Set;

Condition equal(const ExpressionPtr& difference) {
  const Form form = form_of(difference);
  return {form.terms, form.constant, true};
}

Set assumed(const Program& program) {
  if (!program.assumptions) return anything(program.context);
  Set known = over_names(*program.assumptions, {});
  for (const auto& [parameter, value] : program.fixed)
    known = with(known, {equal(make(Op::subtract, {name(parameter), integer(value)}))});
  return known;
}

std::vector<std::string> fixed_names(const Program& program) {
  std::vector<std::string> names;
  for (const auto& [parameter, value] : program.fixed) names.push_back(parameter);
  return names;
}

}  // namespace

Placement::Placement(const Program& program) : p_(program), known_(without(assumed(program), fixed_names(program))) {
  const LaunchShape shape = launch_shape(program);
  for (const auto kind : {LoopTag::Kind::group, LoopTag::Kind::local})
    for (int a = 0; a < 3; ++a) {
      const auto& launch = (kind == LoopTag::Kind::group ? shape.grid : shape.block).at(static_cast<std::size_t>(a));
      if (launch.loops.empty()) continue;
      axes_.push_back({fmt::format("{}({})", kind == LoopTag::Kind::group ? "gid" : "lid", a), {kind, a}, launch});
    }
  for (const auto& [parameter, value] : program.fixed) values_[parameter] = integer(value);
  for (const Axis& axis : axes_)
    for (const std::string& loop : axis.launch.loops)
      values_[loop] = simplify(make(Op::add, {name(axis.id), axis.launch.base}), {});
  // Last, since extents are conditions over ids, which values_ has to know.
  for (const Axis& axis : axes_) known_ = known_.intersect(extent(axis));
}

/// 0 <= id, and a loop on the axis has this value or a greater one. So an axis that loops of
/// different lengths share has as many ids as the longest of them needs, and the shorter loops get
/// a guard.
Set Placement::extent(const Axis& axis) const {
  if (axis.launch.size->op == Op::integer)
    return with(anything(p_.context), {{{{name(axis.id), 1}}, 0, false},
                                       {{{name(axis.id), -1}}, axis.launch.size->integer_value - 1, false}});
  std::optional<Set> all;
  for (const std::string& loop : axis.launch.loops) {
    const Set one = placed(over_names(domain_of(p_, {loop}), {loop}), {loop});
    all = all ? all->unite(one) : one;
  }
  const std::string other = "greatest id";
  // greatest: any id of a loop; this id is not above it.
  Set below = with(anything(p_.context),
                   {{{{name(other), 1}, {name(axis.id), -1}}, 0, false}, {{{name(axis.id), 1}}, 0, false}});
  Set greatest = with(*all, {{{{name(other), 1}, {name(axis.id), -1}}, 0, true}});
  greatest = without(greatest, {axis.id});
  return without(below.intersect(greatest), {other});
}

/// A condition over loops rewritten over ids; fixed parameters are inserted and removed. With i on
/// g.0 from 1 on, 1 <= i <= n - 2 becomes 0 <= gid(0) <= n - 3: the equation i = gid(0) + 1 is
/// added and i is projected out.
Set Placement::placed(Set condition, const std::vector<std::string>& loops) const {
  std::vector<std::string> gone = fixed_names(p_);
  for (const Axis& axis : axes_)
    for (const std::string& loop : loops) {
      if (std::ranges::find(axis.launch.loops, loop) == axis.launch.loops.end()) continue;
      condition = with(condition, {equal(make(Op::subtract, {name(loop), values_.at(loop)}))});
      gone.push_back(loop);
    }
  return without(condition, gone);
}

/// Whether a statement has no loop on this axis and writes memory that the axis shares: then id 0
/// alone executes it. Example: s[0] = 0 beside a loop on l.0 runs for lid(0) == 0; acc = 0, which
/// is private, runs for every work-item.
bool Placement::is_pinned(const Statement& s, const Axis& axis) const {
  const auto variable = p_.variables.find(s.target->name);
  if (variable == p_.variables.end() || variable->second.space == Space::private_) return false;
  if (axis.tag.kind == LoopTag::Kind::group && variable->second.space == Space::local) return false;
  return std::ranges::none_of(s.loops, [&](const std::string& loop) { return p_.tag_of(loop) == axis.tag; });
}

/// The ids, open loops and sizes at which the statement is executed.
Set Placement::runs(const Statement& s) const {
  const std::vector<std::string> loops(s.loops.begin(), s.loops.end());
  Set points = placed(over_names(points_of(p_, s, loops), loops), loops);
  for (const Axis& axis : axes_)
    if (is_pinned(s, axis)) points = with(points, {{{{name(axis.id), 1}}, 0, true}});
  return points;
}

std::vector<std::string> Placement::work_items() const {
  std::vector<std::string> ids;
  for (const Axis& axis : axes_)
    if (axis.tag.kind == LoopTag::Kind::local) ids.push_back(axis.id);
  return ids;
}

}  // namespace forewarp::loop::detail
