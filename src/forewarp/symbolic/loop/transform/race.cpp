// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// For every parallel tag and pair of accesses to one variable, at least one of them a write: is there a pair of points
// with different values of the tagged loop that touch the same element at the same time? O(accesses^2) tests by isl per
// tag.
//
// Example: s[0] = s[0] + a[i] with i over work-items: the write at i and the read at i' touch s[0] for i != i': a race.
#include "forewarp/symbolic/loop/transform/race.hpp"

#include <fmt/format.h>
#include <isl/map.h>

#include <algorithm>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/dependence.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"

namespace forewarp::loop {

namespace {

using Kind = LoopRelation::Kind;

/// The loop of `loops` that has this tag; "" without.
std::string loop_on(const Program& program, const std::vector<std::string>& loops, const LoopTag& tag) {
  for (const std::string& loop : loops)
    if (program.tag_of(loop) == tag) return loop;
  return {};
}

/// Two accesses to one variable and the tag that is in question, with the loops that carry it.
struct Pair {
  const Program& program;
  const Access& a;  ///< of the statement that runs first, where they are two
  const Access& b;
  LoopTag tag;
  std::string first, second;  ///< the loops with the tag; "" where a statement has none

  [[noreturn]] void refuse(const std::string& why, const std::string& advice) const {
    const std::string loop = first.empty() ? second : first;
    const std::string who = a.statement == b.statement
                                ? fmt::format("statement '{}'", a.statement)
                                : fmt::format("statements '{}' and '{}'", a.statement, b.statement);
    detail::refuse_at(b.where.line > 0 ? b.where : a.where,
                      fmt::format("tag: a race: loop '{}' as {}: {} {} '{}' {}; {}", loop, detail::tag_text(tag), who,
                                  a.write && b.write ? "write" : "read and write", a.variable, why, advice));
  }

  /// Equal values on the sequential loops that both have, and on the group axes where these keep memory apart.
  [[nodiscard]] std::vector<LoopRelation> same_moment() const {
    std::vector<LoopRelation> same;
    for (const std::string& loop : common_loops(program, a, b)) {
      const auto kind = program.tag_of(loop).kind;
      if (kind == LoopTag::Kind::sequential || kind == LoopTag::Kind::unroll) same.push_back({loop, loop, Kind::equal});
    }
    for (int axis = 0; axis < 3; ++axis) {
      const std::string x = loop_on(program, a.loops, {LoopTag::Kind::group, axis});
      const std::string y = loop_on(program, b.loops, {LoopTag::Kind::group, axis});
      if (!x.empty() && !y.empty()) same.push_back({x, y, Kind::equal});
    }
    return same;
  }

  [[nodiscard]] bool meet(const symbolic::Map& pairs, std::vector<LoopRelation> relations, Kind kind) const {
    if (!first.empty() && !second.empty()) relations.push_back({first, second, kind});
    return any_pair(program, pairs, a, b, relations);
  }

  /// Groups are never ordered, so any common element is a race.
  void between_groups(const symbolic::Map& pairs) const {
    if (first.empty() && second.empty()) return;
    if (meet(pairs, {}, Kind::different))
      refuse("at one element in different groups",
             "nothing orders groups: let the loop run in sequence, or give each group elements of its own");
  }

  /// Different statements are separated by a barrier, unless a pair of iterations needs the
  /// opposite order. Example: A: s[i] = ...; B: ... = s[i + 1], in sequence for i. B at i reads
  /// what A writes at i + 1, later; with i over work-items all of A comes first, a barrier, and B
  /// would read the new value instead of the old one.
  void between_items(const symbolic::Map& pairs) const {
    if (a.statement == b.statement) {
      if (first.empty()) return;  // one work-item runs it
      if (meet(pairs, same_moment(), Kind::different))
        refuse("at one element in different work-items", "let the loop run in sequence");
      return;
    }
    if (first != second || first.empty()) return;  // all of the one, a barrier, all of the other
    if (meet(pairs, same_moment(), Kind::later))
      refuse("at one element in different iterations",
             fmt::format("side by side, all of '{}' runs before any of '{}': duplicate the loop for one of them first, "
                         "if that is meant",
                         a.statement, b.statement));
  }

  /// Private memory cannot pass a value between the inside and the outside of a parallel loop.
  void own_storage() const {
    if (first.empty() == second.empty()) return;
    refuse("inside of the loop and outside of it",
           "what is private belongs to one work-item: let the loop run in sequence");
  }

  void check() const {
    const Space space = program.variable(a.variable).space;
    if (space == Space::private_) return own_storage();
    const bool groups = tag.kind == LoopTag::Kind::group;
    if (groups && space == Space::local) return;  // each group has its own
    const symbolic::Map pairs = conflicts(program, a, b);
    return groups ? between_groups(pairs) : between_items(pairs);
  }
};

}  // namespace

void check_races(const Program& program, const std::set<std::string>& loops) {
  std::vector<LoopTag> tags;
  for (const auto& [loop, tag] : program.tags)
    if (tag.is_parallel() && (loops.empty() || loops.contains(loop)) &&
        std::find(tags.begin(), tags.end(), tag) == tags.end())
      tags.push_back(tag);
  const std::vector<Access> accesses = accesses_of(program);
  for (const LoopTag& tag : tags)
    for (std::size_t i = 0; i < accesses.size(); ++i)
      for (std::size_t j = i; j < accesses.size(); ++j) {
        const Access &x = accesses[i], &y = accesses[j];
        if (x.variable != y.variable || !(x.write || y.write)) continue;
        const bool turned = runs_before(program, y.statement, x.statement);
        const Access &a = turned ? y : x, &b = turned ? x : y;
        Pair{program, a, b, tag, loop_on(program, a.loops, tag), loop_on(program, b.loops, tag)}.check();
      }
}

}  // namespace forewarp::loop
