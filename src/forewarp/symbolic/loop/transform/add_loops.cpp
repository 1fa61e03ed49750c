// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/add_loops.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/access.hpp"
#include "forewarp/symbolic/loop/affine.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"
#include "forewarp/symbolic/loop/transform/race.hpp"

namespace forewarp::loop {

namespace {

/// Running the statement again in `loop` would not do what running it once does.
void require_repeatable(const Program& program, const Statement& s, const std::string& loop) {
  const auto refuse = [&](const std::string& why) {
    detail::refuse_at(s.where,
                      fmt::format("add_loops: statement '{}' can not run again in loop '{}': {}", s.id, loop, why));
  };
  std::set<std::string> read;
  for (const Access& access : accesses_of(program, s))
    if (!access.write) read.insert(access.variable);
  if (read.contains(s.target->name)) refuse(fmt::format("it changes '{}', which it reads", s.target->name));
  for (const Statement& other : program.statements) {
    if (other.id == s.id) continue;
    if (other.target->name == s.target->name)
      refuse(fmt::format("statement '{}' writes '{}' too", other.id, other.target->name));
    if (read.contains(other.target->name) && other.loops.contains(loop))
      refuse(fmt::format("statement '{}' changes '{}', which it reads, in that loop", other.id, other.target->name));
  }
}

void require_a_run(const Program& program, const Statement& s, const std::set<std::string>& more) {
  std::vector<std::string> once(s.loops.begin(), s.loops.end()), all(more.begin(), more.end());
  for (const std::string& loop : s.loops)
    if (!more.contains(loop)) all.push_back(loop);
  // The points at which it ran must all be reached again in the larger set of loops: the projection
  // of the new points has to cover the old ones. A fetch in {j} moved into {i, j} with 0 <= i < n
  // is lost for n = 0, so n >= 1 must be assumed.
  const symbolic::Set before = domain_of(program, once);
  program.context.renew();
  const symbolic::Set after =
      domain_of(program, all)
          .apply(symbolic::Map::parse(fmt::format("{{ [{}] -> [{}] }}", fmt::join(all, ", "), fmt::join(once, ", ")),
                                      program.context));
  if (before.subtract(after).is_empty()) return;
  throw InputError(
      fmt::format("add_loops: loop [{}] may not run at all, and statement '{}' with it; assume sizes of 1 "
                  "or more",
                  fmt::join(more, ", "), s.id));
}

}  // namespace

Program add_loops(const Program& program, const std::string& statements, const std::vector<std::string>& loops) {
  Program result = program;
  if (loops.empty()) throw InputError("add_loops: no loop is named; write add_loops id:*fetch* [i_out]");
  for (const std::string& loop : loops) detail::require_loop(program, "add_loops", loop);
  for (const std::size_t i : detail::selected(program, "add_loops", statements)) {
    const Statement& s = program.statements[i];
    std::set<std::string> more;
    for (const std::string& loop : loops) {
      if (s.loops.contains(loop)) continue;
      require_repeatable(program, s, loop);
      more.insert(loop);
    }
    if (more.empty()) continue;
    require_a_run(program, s, more);
    result.statements[i].loops.insert(more.begin(), more.end());
  }
  check_races(result, {loops.begin(), loops.end()});
  return detail::recorded(std::move(result), program,
                          fmt::format("add_loops {} [{}]", statements, fmt::join(loops, ", ")));
}

/// A condition is needless if no point of the domain violates it: with n assumed to be a multiple
/// of 16, the condition 16*i_out + i_in < n of a split loop goes away.
Program remove_guards(const Program& program) {
  Program result = program;
  for (Statement& s : result.statements) {
    const std::vector<std::string> loops(s.loops.begin(), s.loops.end());
    const symbolic::Set points = domain_of(program, loops);
    std::erase_if(s.conditions, [&](const ExpressionPtr& condition) {
      const auto held = condition_set(program, loops, condition);
      return held && points.subtract(*held).is_empty();
    });
  }
  return detail::recorded(std::move(result), program, "remove_guards");
}

}  // namespace forewarp::loop
