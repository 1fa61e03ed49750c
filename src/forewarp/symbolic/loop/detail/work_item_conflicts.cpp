// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/detail/work_item_conflicts.hpp"
#include "forewarp/symbolic/loop/detail/trips.hpp"

#include <isl/set.h>

#include <algorithm>

#include "forewarp/symbolic/loop/dependence.hpp"

namespace forewarp::loop::detail {
namespace {

/// Whether the loop's bounds are the same whatever the others are.
bool independent(const Program& program, const std::string& loop, const std::vector<std::string>& others) {
  if (others.empty()) return true;
  std::vector<std::string> together = others;
  together.push_back(loop);
  const symbolic::Set apart_others = domain_of(program, others), apart_loop = domain_of(program, {loop});
  isl_set* product =
      isl_set_flat_product(isl_set_reset_tuple_id(isl_set_copy(apart_others.get())), isl_set_copy(apart_loop.get()));
  const symbolic::Set all = domain_of(program, together);
  isl_set* same_names = isl_set_copy(all.get());
  for (unsigned d = 0; d < static_cast<unsigned>(together.size()); ++d) {
    same_names = isl_set_set_dim_name(same_names, isl_dim_set, d, together[d].c_str());
    product = isl_set_set_dim_name(product, isl_dim_set, d, together[d].c_str());
  }
  const isl_bool equal = isl_set_is_equal(product, same_names);
  isl_set_free(product);
  isl_set_free(same_names);
  if (equal == isl_bool_error) program.context.fail("whether loops depend on each other");
  return equal == isl_bool_true;
}

}  // namespace

WorkItemConflicts::WorkItemConflicts(const Program& program) : p_(program) {
  for (const Statement& s : p_.statements)
    for (const Access& access : accesses_of(p_, s))
      if (p_.variables.contains(access.variable) && p_.variable(access.variable).space != Space::private_)
        accesses_[s.id].push_back(access);
  for (const std::string& loop : p_.loops())
    if (p_.tag_of(loop).kind == LoopTag::Kind::local) local_loops_.push_back(loop);
}

Meeting WorkItemConflicts::between(const Ran& first, const std::string& second, const Loops& open) const {
  const auto a = accesses_.find(first.statement), b = accesses_.find(second);
  if (a == accesses_.end() || b == accesses_.end()) return {};
  Meeting all;
  for (const Access& x : a->second)
    for (const Access& y : b->second) {
      if (x.variable != y.variable || !(x.write || y.write) || !across_work_items(x, y, first.carried, open)) continue;
      all.any = true;
      all.global = all.global || p_.variable(x.variable).space == Space::global;
    }
  return all;
}

std::string WorkItemConflicts::loop_on(const Access& access, LoopTag::Kind kind, int axis) const {
  for (const std::string& loop : access.loops)
    if (p_.tag_of(loop) == LoopTag{kind, axis}) return loop;
  return "";
}

/// Whether two work-items of one group meet at an element, in equal iterations of the open loops, or where `x` is in an
/// earlier one of the carrying loop.
bool WorkItemConflicts::across_work_items(const Access& x, const Access& y, const std::string& carried,
                                          const Loops& open) const {
  const auto [known, added] = met_.try_emplace({&x, &y, carried, open}, false);
  if (added) known->second = met_across_work_items(x, y, carried, open);
  return known->second;
}

/// Tests pairs of points in the same group with different work-items, axis by axis: two
/// work-items differ if they differ on axis 0, or 1, or 2, which is a union of three relations
/// and so three tests. If only one of the accesses has a loop on an axis, the other is done by
/// the first work-item of that axis alone, and no relation between the two is required.
bool WorkItemConflicts::met_across_work_items(const Access& x, const Access& y, const std::string& carried,
                                              const Loops& open) const {
  std::vector<LoopRelation> relations;
  for (const std::string& loop : open) {
    const bool both = std::ranges::count(x.loops, loop) > 0 && std::ranges::count(y.loops, loop) > 0;
    if (!both) continue;
    relations.push_back({loop, loop, loop == carried ? LoopRelation::Kind::earlier : LoopRelation::Kind::equal});
    if (loop == carried) break;  // loops inside of it may be anywhere
  }
  for (int axis = 0; axis < 3; ++axis) {
    const std::string g = loop_on(x, LoopTag::Kind::group, axis), h = loop_on(y, LoopTag::Kind::group, axis);
    if (!g.empty() && !h.empty()) relations.push_back({g, h, LoopRelation::Kind::equal});
  }
  const symbolic::Map& pairs = conflicts_of(x, y);
  for (int axis = 0; axis < 3; ++axis) {
    const std::string l = loop_on(x, LoopTag::Kind::local, axis), m = loop_on(y, LoopTag::Kind::local, axis);
    if (l.empty() && m.empty() && !axis_in_use(axis)) continue;
    std::vector<LoopRelation> apart = relations;
    if (!l.empty() && !m.empty()) apart.push_back({l, m, LoopRelation::Kind::different});
    if (any_pair(p_, pairs, x, y, apart)) return true;
  }
  return false;
}

const symbolic::Map& WorkItemConflicts::conflicts_of(const Access& x, const Access& y) const {
  const auto known = conflicts_.find({&x, &y});
  return known != conflicts_.end() ? known->second
                                   : conflicts_.emplace(std::pair(&x, &y), conflicts(p_, x, y)).first->second;
}

bool WorkItemConflicts::independent_of(const std::string& loop, const Loops& others) const {
  const auto [known, added] = independent_.try_emplace({loop, others}, false);
  if (added) known->second = independent(p_, loop, others) && !trips_differ(p_, loop, others);
  return known->second;
}

bool WorkItemConflicts::axis_in_use(int axis) const {
  return std::ranges::any_of(local_loops_, [&](const std::string& loop) { return p_.tag_of(loop).axis == axis; });
}

bool WorkItemConflicts::always_runs(const std::string& loop, const Loops& open) const {
  const auto [known, added] = runs_.try_emplace({loop, open}, false);
  if (added) known->second = has_iterations(loop, open);
  return known->second;
}

/// The loop's domain has a point for all parameters that the assumptions allow.
bool WorkItemConflicts::has_iterations(const std::string& loop, const Loops& open) const {
  if (!independent_of(loop, open)) return false;
  isl_set* runs = isl_set_params(isl_set_copy(domain_of(p_, {loop}).get()));
  isl_set* known =
      p_.assumptions ? isl_set_params(isl_set_copy(p_.assumptions->get())) : isl_set_universe(isl_set_get_space(runs));
  const isl_bool always = isl_set_is_subset(known, runs);
  isl_set_free(runs);
  isl_set_free(known);
  return always == isl_bool_true;
}

}  // namespace forewarp::loop::detail
