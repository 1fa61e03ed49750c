// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/duplicate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <isl/set.h>

#include <algorithm>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/dependence.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"

namespace forewarp::loop {

namespace {

/// A domain with one more loop, that runs as `loop` does; apart from it where nothing else depends
/// on `loop`.
///
/// `both` has the points (p, q) such that p is in the domain, and p with q in the place of `loop`
/// is, too; `beside` has all p with all values of the loop. If `beside` has no more points than
/// `both`, the range of q does not depend on the other loops, and the twin gets a domain of its
/// own. Examples: i of 0 <= i < n gives { [i_0] : 0 <= i_0 < n }; j of 0 <= j <= i < n has a range
/// that depends on i, and gives { [i, j, j_0] : 0 <= j <= i and 0 <= j_0 <= i < n }.
void add_twin(Program& program, const std::string& loop, const std::string& twin) {
  const std::size_t at = detail::domain_with(program, loop);
  const symbolic::Set domain = program.domains[at];
  std::vector<std::string> names = detail::loops_of(domain), from, other;
  for (const std::string& each : names) {
    from.push_back(fmt::format("p{}", from.size()));
    other.push_back(each == loop ? "q" : from.back());
  }
  std::vector<std::string> all = from;
  all.emplace_back("q");
  program.context.renew();
  const auto take = [&](const std::vector<std::string>& which) {
    return symbolic::Map::parse(fmt::format("{{ [{}] -> [{}] }}", fmt::join(which, ", "), fmt::join(all, ", ")),
                                program.context);
  };
  const symbolic::Set plain = detail::named(domain, from);
  const symbolic::Set both = plain.apply(take(from)).intersect(plain.apply(take(other)));
  const std::string own = from[static_cast<std::size_t>(std::find(names.begin(), names.end(), loop) - names.begin())];
  const symbolic::Set alone =
      plain.apply(symbolic::Map::parse(fmt::format("{{ [{}] -> [{}] }}", fmt::join(from, ", "), own), program.context));
  const symbolic::Set beside = plain.apply(take(from))
                                   .intersect(alone.apply(symbolic::Map::parse(
                                       fmt::format("{{ [q] -> [{}] }}", fmt::join(all, ", ")), program.context)));
  if (beside.subtract(both).is_empty()) {
    program.domains.push_back(detail::named(alone, {twin}));
    return;
  }
  names.push_back(twin);
  program.domains[at] = detail::named(both, names);
}

/// Statements in a common loop take turns; afterwards all runs of one come before all runs of the
/// other at equal points of the loops that remain common. That is the old order with `loop` removed
/// from it, and each conflicting pair must keep its order.
void check(const Program& program, const std::string& loop, const std::set<std::string>& chosen) {
  const auto accesses = accesses_of(program);
  for (const Access& x : accesses)
    for (const Access& y : accesses) {
      const bool pair = chosen.contains(x.statement) && !chosen.contains(y.statement) && x.variable == y.variable &&
                        (x.write || y.write);
      if (!pair) continue;
      const bool turned = runs_before(program, y.statement, x.statement);
      const Access &a = turned ? y : x, &b = turned ? x : y;
      const auto before = sequential_loops(program, a, b);
      auto after = before;
      if (std::erase(after, loop) == 0 || !order_changes(program, a, b, before, after)) continue;
      detail::refuse_at(
          program.statement(x.statement).where,
          fmt::format("duplicate: statements '{}' and '{}' take turns with '{}' in loop '{}' and can not run one after "
                      "the other{}",
                      a.statement, b.statement, x.variable, loop,
                      program.variable(x.variable).space == Space::private_
                          ? fmt::format("; give it an axis first: privatize {} [{}]", x.variable, loop)
                          : std::string{}));
    }
}

}  // namespace

Program duplicate_loop(const Program& program, const std::string& loop, const std::string& statements,
                       const std::string& new_name) {
  detail::require_loop(program, "duplicate", loop);
  if (!new_name.empty()) detail::require_free(program, "duplicate", new_name);
  std::set<std::string> chosen;
  std::vector<std::size_t> places;
  for (const std::size_t i : detail::selected(program, "duplicate", statements)) {
    const Statement& s = program.statements[i];
    if (!s.loops.contains(loop) && !names_in(s.value).contains(loop)) continue;
    chosen.insert(s.id);
    places.push_back(i);
  }
  if (places.empty())
    throw InputError(fmt::format("duplicate: none of the statements '{}' is inside of loop '{}'", statements, loop));
  check(program, loop, chosen);
  // Without a name: LOOP_0, LOOP_1 and so on, the first that is free.
  std::string twin = new_name;
  for (int i = 0; twin.empty() || (new_name.empty() && detail::free_name(program, twin) != twin); ++i)
    twin = fmt::format("{}_{}", loop, i);
  Program result = program;
  add_twin(result, loop, twin);
  for (const std::size_t i : places) detail::exchange_loop(result.statements[i], loop, {twin}, name(twin));
  if (const auto found = program.tags.find(loop); found != program.tags.end()) result.tags[twin] = found->second;
  std::string line = fmt::format("duplicate {} in {}", loop, statements);
  if (!new_name.empty()) line += " as " + new_name;
  return detail::recorded(std::move(result), program, line);
}

}  // namespace forewarp::loop
