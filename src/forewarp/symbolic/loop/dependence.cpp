// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Dependences as isl relations: conflicts() relates the points of two accesses that touch the same element; the tests
// intersect it with relations between loops (equal, earlier, different). A transformation is legal if no conflicting
// pair is reversed.
//
// Example, for (i) { a[i] = ...; b[i] = a[i - 1]; }: conflicts of a are i = i' - 1, so some pair has i earlier than i',
// and the loop i may not be reversed or run in parallel.
#include "forewarp/symbolic/loop/dependence.hpp"

#include <isl/map.h>
#include <isl/set.h>
#include <isl/space.h>

#include <algorithm>

namespace forewarp::loop {

namespace {

/// Whether the priorities put `a` outside of `b`, followed through other loops: with (i, k) and (k,
/// j) i is outside of j. A depth-first search over the lists; they are few and short.
bool outside(const Program& program, const std::string& a, const std::string& b) {
  std::vector<std::string> open{a};
  std::set<std::string> seen{a};
  while (!open.empty()) {
    const std::string at = open.back();
    open.pop_back();
    for (const auto& priority : program.priorities) {
      auto place = std::find(priority.begin(), priority.end(), at);
      if (place == priority.end()) continue;
      for (++place; place != priority.end(); ++place)
        if (seen.insert(*place).second) open.push_back(*place);
    }
  }
  return a != b && seen.contains(b);
}

int place(const std::vector<std::string>& loops, const std::string& loop) {
  return static_cast<int>(std::find(loops.begin(), loops.end(), loop) - loops.begin());
}

/// The pairs in which loop number `in` of the first access is so related to number `out` of the second.
isl_map* related(isl_map* pairs, int in, LoopRelation::Kind kind, int out) {
  switch (kind) {
    case LoopRelation::Kind::equal:
      return isl_map_equate(pairs, isl_dim_in, in, isl_dim_out, out);
    case LoopRelation::Kind::different: {
      isl_map* earlier = isl_map_order_lt(isl_map_copy(pairs), isl_dim_in, in, isl_dim_out, out);
      return isl_map_union(earlier, isl_map_order_gt(pairs, isl_dim_in, in, isl_dim_out, out));
    }
    case LoopRelation::Kind::earlier:
      return isl_map_order_lt(pairs, isl_dim_in, in, isl_dim_out, out);
    case LoopRelation::Kind::later:
      return isl_map_order_gt(pairs, isl_dim_in, in, isl_dim_out, out);
  }
  return pairs;
}

/// The ways in which the first point is lexicographically earlier or later than the second; where
/// all loops are equal the first comes earlier. A lexicographic order is a disjunction, and isl is
/// asked once per disjunct. Earlier, for the loops i, j:
///
///     i < i'        i = i', j < j'        i = i', j = j'
std::vector<std::vector<LoopRelation>> lexicographic(const std::vector<std::string>& loops, LoopRelation::Kind kind) {
  std::vector<std::vector<LoopRelation>> ways;
  std::vector<LoopRelation> equal;
  for (const std::string& loop : loops) {
    ways.push_back(equal);
    ways.back().push_back({loop, loop, kind});
    equal.push_back({loop, loop, LoopRelation::Kind::equal});
  }
  if (kind == LoopRelation::Kind::earlier) ways.push_back(equal);
  return ways;
}

/// Work-items have private memory on their own, groups local memory: equal there. Two runs that
/// touch "the same" private scalar in different work-items do not meet, and this relation says so
/// to isl.
std::vector<LoopRelation> shared_storage(const Program& program, const Access& a, const Access& b) {
  const Space space = program.variable(a.variable).space;
  std::vector<LoopRelation> same;
  for (const std::string& loop : common_loops(program, a, b)) {
    const auto kind = program.tag_of(loop).kind;
    if ((space != Space::global && kind == LoopTag::Kind::group) ||
        (space == Space::private_ && kind == LoopTag::Kind::local))
      same.push_back({loop, loop, LoopRelation::Kind::equal});
  }
  return same;
}

bool reads(const Program& program, const Statement& s, const std::string& variable) {
  const auto all = accesses_of(program, s);
  return std::any_of(all.begin(), all.end(), [&](const Access& a) { return !a.write && a.variable == variable; });
}

}  // namespace

/// A topological order by priorities; ties keep the order of the domains.
std::vector<std::string> nest_order(const Program& program, const std::vector<std::string>& loops) {
  std::vector<std::string> open;
  for (const std::string& loop : program.loops())
    if (std::find(loops.begin(), loops.end(), loop) != loops.end()) open.push_back(loop);
  std::vector<std::string> order;
  while (!open.empty()) {
    // The first that no other must enclose; priorities that contradict each other fall back to the first.
    auto next = std::find_if(open.begin(), open.end(), [&](const std::string& loop) {
      return std::none_of(open.begin(), open.end(), [&](const auto& other) { return outside(program, other, loop); });
    });
    if (next == open.end()) next = open.begin();
    order.push_back(*next);
    open.erase(next);
  }
  return order;
}

std::vector<std::string> common_loops(const Program& program, const Access& a, const Access& b) {
  std::vector<std::string> common;
  for (const std::string& loop : a.loops)
    if (std::find(b.loops.begin(), b.loops.end(), loop) != b.loops.end()) common.push_back(loop);
  return nest_order(program, common);
}

/// Pairs of points that touch one element, at least one of them writing; empty for two atomic additions.
symbolic::Map conflicts(const Program& program, const Access& a, const Access& b) {
  const bool apart = a.variable != b.variable || (!a.write && !b.write) || (a.atomic && b.atomic);
  const symbolic::Map from = elements_of(program, a), to = elements_of(program, b);
  isl_map* pairs = isl_map_apply_range(isl_map_copy(from.get()), isl_map_reverse(isl_map_copy(to.get())));
  // Subtracting the relation from itself leaves the empty relation in the right space.
  if (apart) pairs = isl_map_subtract(pairs, isl_map_copy(pairs));
  return symbolic::Map::adopt(pairs, program.context);
}

/// Whether a pair satisfies all relations. They become one more relation between the two tuples, which is intersected
/// with the pairs. Example: loops {i, k} of the first and {i} of the second access, i earlier:
/// { [p0, p1] -> [q0] : p0 < q0 }. One emptiness test of isl, the unit in which costs are given here.
bool any_pair(const Program& program, const symbolic::Map& pairs, const Access& a, const Access& b,
              const std::vector<LoopRelation>& relations) {
  isl_map* wanted = isl_map_universe(isl_space_alloc(program.context.get(), 0, static_cast<unsigned>(a.loops.size()),
                                                     static_cast<unsigned>(b.loops.size())));
  for (const LoopRelation& r : relations)
    wanted = related(wanted, place(a.loops, r.first), r.kind, place(b.loops, r.second));
  program.context.renew();
  isl_map* met = isl_map_intersect(isl_map_copy(pairs.get()), wanted);
  const isl_bool empty = isl_map_is_empty(met);
  isl_map_free(met);
  if (empty == isl_bool_error) program.context.fail("whether two accesses meet");
  return empty == isl_bool_false;
}

/// By `after`, transitively; else by position in the program.
bool runs_before(const Program& program, const std::string& a, const std::string& b) {
  if (a == b) return false;
  const auto reaches = [&](const std::string& from, const std::string& to) {
    std::vector<std::string> open{to};
    std::set<std::string> seen{to};
    while (!open.empty()) {
      const std::string at = open.back();
      open.pop_back();
      const auto s = std::find_if(program.statements.begin(), program.statements.end(),
                                  [&](const Statement& candidate) { return candidate.id == at; });
      if (s == program.statements.end()) continue;
      for (const std::string& earlier : s->after)
        if (seen.insert(earlier).second) open.push_back(earlier);
    }
    return seen.contains(from);
  };
  if (reaches(a, b)) return true;
  if (reaches(b, a)) return false;
  for (const Statement& s : program.statements)
    if (s.id == a || s.id == b) return s.id == a;
  return false;
}

std::vector<std::string> sequential_loops(const Program& program, const Access& a, const Access& b) {
  auto loops = common_loops(program, a, b);
  std::erase_if(loops, [&](const std::string& loop) {
    const auto kind = program.tag_of(loop).kind;
    return kind == LoopTag::Kind::group || kind == LoopTag::Kind::local;
  });
  return loops;
}

/// Whether a conflicting pair is earlier in one order and later in the other, in all combinations of lexicographic
/// cases: O(depth^2) emptiness tests.
bool order_changes(const Program& program, const Access& a, const Access& b, const std::vector<std::string>& before,
                   const std::vector<std::string>& after) {
  const symbolic::Map pairs = conflicts(program, a, b);
  const std::vector<LoopRelation> same = shared_storage(program, a, b);
  for (const auto& [was, is] : {std::pair{LoopRelation::Kind::earlier, LoopRelation::Kind::later},
                                std::pair{LoopRelation::Kind::later, LoopRelation::Kind::earlier}})
    for (const auto& old_order : lexicographic(before, was))
      for (const auto& new_order : lexicographic(after, is)) {
        std::vector<LoopRelation> wanted = same;
        wanted.insert(wanted.end(), old_order.begin(), old_order.end());
        wanted.insert(wanted.end(), new_order.begin(), new_order.end());
        if (any_pair(program, pairs, a, b, wanted)) return true;
      }
  return false;
}

/// The loops in each iteration of which the variable is set before it is used, and so may be
/// private. Example: with acc = 0 in {i}, acc = acc + a[i,k] in {i,k} and c[i] = acc in {i}, the
/// first statement sets acc without reading it, precedes both others, and its loops {i} are around
/// both: the answer is {i}. Not {i,k}, since acc carries a sum from one k to the next.
std::optional<std::set<std::string>> fresh_loops(const Program& program, const std::string& variable) {
  std::vector<const Statement*> users;
  for (const Statement& s : program.statements)
    if (reads(program, s, variable) || s.target->name == variable) users.push_back(&s);
  for (const Statement* setter : users) {
    if (setter->target->name != variable || reads(program, *setter, variable)) continue;
    std::set<std::string> loops = setter->loops;
    for (const ExpressionPtr& index : setter->target->operands)
      for (const std::string& inside : names_in(index)) loops.erase(inside);
    const bool first = std::all_of(users.begin(), users.end(), [&](const Statement* user) {
      const bool inside = std::includes(user->loops.begin(), user->loops.end(), loops.begin(), loops.end());
      return user == setter || (inside && runs_before(program, setter->id, user->id));
    });
    if (first) return loops;
  }
  return std::nullopt;
}

}  // namespace forewarp::loop
