// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Barrier placement. place() walks the schedule with the list of statements that ran since the last barrier and inserts
// one before a step that conflicts with any of them across work-items. For loops a second walk (place_carried) does so
// for statements of earlier iterations. Then remove_needless drops barriers, from the innermost depth outwards, that a
// full re-check (keeps_order) proves unnecessary.
//
// Invariant: after place(), no two conflicting accesses of different work-items of a group are without a barrier
// between them. Every removal re-establishes it by a check of the whole schedule.
//
// Example, for k { A: tile[l] = ...; B: ... = tile[15 - l] }: A before B conflicts in one iteration, so a barrier goes
// before B; B before A of the next iteration conflicts, so another one goes before A.
//
// Cost: each pair of accesses is tested by isl once per set of open loops (met_, conflicts_ are caches).
#include "forewarp/symbolic/loop/detail/barriers.hpp"

#include <fmt/format.h>
#include <isl/set.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/access.hpp"
#include "forewarp/symbolic/loop/dependence.hpp"

namespace forewarp::loop::detail {

namespace {

/// A statement that ran since the last barrier; `carried`: in an earlier iteration of that loop.
struct Ran {
  std::string statement, carried;
};

/// The answer of a test: whether a barrier is needed, and whether for global memory, which costs a
/// wider fence.
struct Meeting {
  bool any = false, global = false;
};

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

class Placer {
 public:
  explicit Placer(const Program& program) : p_(program) {
    for (const Statement& s : p_.statements)
      for (const Access& access : accesses_of(p_, s))
        if (p_.variables.contains(access.variable) && p_.variable(access.variable).space != Space::private_)
          accesses_[s.id].push_back(access);
    for (const std::string& loop : p_.loops())
      if (p_.tag_of(loop).kind == LoopTag::Kind::local) local_loops_.push_back(loop);
  }

  /// Barriers deeper than 16 loops are kept even if needless: correct, and such programs do not
  /// occur.
  void run(std::vector<Step>& steps) {
    if (local_loops_.empty()) return;
    std::vector<Ran> ran;
    place(steps, ran);
    for (int depth = 16; depth >= 0; --depth) remove_needless(steps, steps, depth);
  }

 private:
  /// Removes barriers at this depth that others make unnecessary, as one before a loop that begins with another.
  void remove_needless(std::vector<Step>& all, std::vector<Step>& steps, int depth) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (depth > 0) {
        remove_needless(all, steps[i].inside, depth - 1);
        continue;
      }
      if (steps[i].kind != Step::Kind::barrier) continue;
      const Step barrier = steps[i];
      steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i));
      std::vector<Ran> ran;
      const bool needless = keeps_order(all, ran);
      open_.clear();
      if (!needless)
        steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(i), barrier);
      else
        --i;
      if (needless && barrier.global_fence) fence_global(all);
    }
  }

  /// The remaining barriers take over the global fence of a removed one.
  static void fence_global(std::vector<Step>& steps) {
    for (Step& step : steps) {
      step.global_fence = step.global_fence || step.kind == Step::Kind::barrier;
      fence_global(step.inside);
    }
  }

  /// Whether no step meets what ran since the last barrier. Leaves open_ as it was only where it is so.
  bool keeps_order(const std::vector<Step>& steps, std::vector<Ran>& ran) {
    for (const Step& step : steps) {
      if (step.kind == Step::Kind::barrier) {
        ran.clear();
      } else if (step.kind == Step::Kind::statement) {
        if (meets(ran, step).any) return false;
        ran.push_back({step.name, ""});
      } else if (!keeps_order_in_loop(step, ran)) {
        return false;
      }
    }
    return true;
  }

  /// Two iterations suffice: the second one with everything that the first has left marked as
  /// carried. A third would see the same list again. If the loop may have no iteration, its
  /// barriers may not happen, so what ran before the loop is still in the list after it.
  bool keeps_order_in_loop(const Step& loop, std::vector<Ran>& ran) {
    const bool runs = always_runs(loop.name);
    const std::vector<Ran> before = ran;
    open_.push_back(loop.name);
    if (!keeps_order(loop.inside, ran)) return false;
    for (Ran& r : ran)
      if (r.carried.empty()) r.carried = loop.name;
    if (!keeps_order(loop.inside, ran)) return false;
    open_.pop_back();
    for (Ran& r : ran)
      if (r.carried == loop.name) r.carried.clear();
    if (!runs) ran.insert(ran.end(), before.begin(), before.end());
    return true;
  }

  /// Goes through the steps in order; `ran` is what ran since the last barrier, and grows.
  void place(std::vector<Step>& steps, std::vector<Ran>& ran) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (insert_before(steps, i, ran)) ran.clear();
      if (steps[i].kind == Step::Kind::statement)
        ran.push_back({steps[i].name, ""});
      else if (steps[i].kind == Step::Kind::loop)
        place_in_loop(steps[i], ran);
    }
  }

  /// Within one iteration first, with an empty list: what ran before the loop was handled by
  /// insert_before() on the loop as a whole. Then the wrap-around, from the end of one iteration to
  /// the first barrier of the next. After the loop, everything inside counts as having run; what
  /// ran before it is forgotten only if a barrier was certainly met.
  void place_in_loop(Step& loop, std::vector<Ran>& ran) {
    open_.push_back(loop.name);
    std::vector<Ran> inside;
    place(loop.inside, inside);
    std::vector<Ran> carried = inside;
    for (Ran& r : carried)
      if (r.carried.empty()) r.carried = loop.name;
    place_carried(loop.inside, carried);
    open_.pop_back();
    if (has_barrier(loop.inside) && always_runs(loop.name)) ran.clear();
    ran.insert(ran.end(), inside.begin(), inside.end());
  }

  /// From the top of the loop to its first barrier: what the iterations before left behind. True where one was reached.
  bool place_carried(std::vector<Step>& steps, const std::vector<Ran>& carried) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i].kind == Step::Kind::barrier) return true;
      if (insert_before(steps, i, carried)) return true;
      if (steps[i].kind == Step::Kind::loop && has_barrier(steps[i].inside)) return true;
    }
    return false;
  }

  /// A barrier before steps[i], which then is steps[i + 1]; i is moved there.
  bool insert_before(std::vector<Step>& steps, std::size_t& i, const std::vector<Ran>& ran) {
    const Meeting meeting = meets(ran, steps[i]);
    if (!meeting.any) return false;
    for (const std::string& loop : open_)
      // All work-items of a group must meet a barrier equally often, or the group hangs (OpenCL C
      // 1.2, section 6.12.8).
      if (!independent_of(loop, local_loops_))
        throw InputError(fmt::format(
            "{}: a barrier is needed in the loop '{}' (before '{}'), whose bounds differ between work-items", p_.name,
            loop, steps[i].name));
    steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(i), Step{Step::Kind::barrier, "", meeting.global, {}});
    ++i;
    return true;
  }

  /// Whether a step, or a step inside it, conflicts with what ran.
  Meeting meets(const std::vector<Ran>& ran, const Step& step) const {
    Meeting all;
    if (step.kind == Step::Kind::statement)
      for (const Ran& r : ran) add(all, r, step.name);
    for (const Step& inner : step.inside) {
      const Meeting m = meets(ran, inner);
      all = {all.any || m.any, all.global || m.global};
    }
    return all;
  }

  void add(Meeting& all, const Ran& first, const std::string& second) const {
    const auto a = accesses_.find(first.statement), b = accesses_.find(second);
    if (a == accesses_.end() || b == accesses_.end()) return;
    for (const Access& x : a->second)
      for (const Access& y : b->second) {
        if (x.variable != y.variable || !(x.write || y.write) || !across_work_items(x, y, first.carried)) continue;
        all.any = true;
        all.global = all.global || p_.variable(x.variable).space == Space::global;
      }
  }

  std::string loop_on(const Access& access, LoopTag::Kind kind, int axis) const {
    for (const std::string& loop : access.loops)
      if (p_.tag_of(loop) == LoopTag{kind, axis}) return loop;
    return "";
  }

  /// Whether two work-items of one group meet at an element, in equal iterations of the open loops, or where `x` is in
  /// an earlier one of the carrying loop.
  bool across_work_items(const Access& x, const Access& y, const std::string& carried) const {
    const auto [known, added] = met_.try_emplace({&x, &y, carried, open_}, false);
    if (added) known->second = met_across_work_items(x, y, carried);
    return known->second;
  }

  /// Tests pairs of points in the same group with different work-items, axis by axis: two
  /// work-items differ if they differ on axis 0, or 1, or 2, which is a union of three relations
  /// and so three tests. If only one of the accesses has a loop on an axis, the other is done by
  /// the first work-item of that axis alone, and no relation between the two is required.
  bool met_across_work_items(const Access& x, const Access& y, const std::string& carried) const {
    std::vector<LoopRelation> relations;
    for (const std::string& loop : open_) {
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

  const symbolic::Map& conflicts_of(const Access& x, const Access& y) const {
    const auto known = conflicts_.find({&x, &y});
    return known != conflicts_.end() ? known->second
                                     : conflicts_.emplace(std::pair(&x, &y), conflicts(p_, x, y)).first->second;
  }

  bool independent_of(const std::string& loop, const std::vector<std::string>& others) const {
    const auto [known, added] = independent_.try_emplace({loop, others}, false);
    if (added) known->second = independent(p_, loop, others);
    return known->second;
  }

  bool axis_in_use(int axis) const {
    return std::ranges::any_of(local_loops_, [&](const std::string& loop) { return p_.tag_of(loop).axis == axis; });
  }

  static bool has_barrier(const std::vector<Step>& steps) {
    return std::ranges::any_of(steps,
                               [](const Step& s) { return s.kind == Step::Kind::barrier || has_barrier(s.inside); });
  }

  /// Whether the loop has an iteration, whatever the parameters and the loops around it are.
  bool always_runs(const std::string& loop) const {
    const auto [known, added] = runs_.try_emplace({loop, open_}, false);
    if (added) known->second = has_iterations(loop);
    return known->second;
  }

  /// The loop's domain has a point for all parameters that the assumptions allow.
  bool has_iterations(const std::string& loop) const {
    if (!independent_of(loop, open_)) return false;
    isl_set* runs = isl_set_params(isl_set_copy(domain_of(p_, {loop}).get()));
    isl_set* known = p_.assumptions ? isl_set_params(isl_set_copy(p_.assumptions->get()))
                                    : isl_set_universe(isl_set_get_space(runs));
    const isl_bool always = isl_set_is_subset(known, runs);
    isl_set_free(runs);
    isl_set_free(known);
    return always == isl_bool_true;
  }

  const Program& p_;
  std::map<std::string, std::vector<Access>> accesses_;  ///< of memory that work-items share, by statement
  std::vector<std::string> local_loops_, open_;
  // Earlier answers, by the loops that were open.
  mutable std::map<std::tuple<const Access*, const Access*, std::string, std::vector<std::string>>, bool> met_;
  mutable std::map<std::pair<std::string, std::vector<std::string>>, bool> runs_, independent_;
  mutable std::map<std::pair<const Access*, const Access*>, symbolic::Map> conflicts_;
};

}  // namespace

void place_barriers(const Program& program, std::vector<Step>& steps) { Placer(program).run(steps); }

}  // namespace forewarp::loop::detail
