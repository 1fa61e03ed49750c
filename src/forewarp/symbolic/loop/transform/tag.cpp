// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/tag.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/access.hpp"
#include "forewarp/symbolic/loop/detail/trips.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"
#include "forewarp/symbolic/loop/transform/race.hpp"

namespace forewarp::loop {

namespace {

constexpr std::int64_t longest_unroll = 1024;

void check_unroll(const Program& program, const std::string& loop) {
  const auto range = detail::constant_range(program, loop);
  if (!range)
    throw InputError(fmt::format(
        "tag: loop '{}' can not be unrolled: how often it runs is not a constant; split it, or fix the parameter",
        loop));
  if (range->extent() > longest_unroll)
    throw InputError(fmt::format("tag: loop '{}' runs {} times; at most {} are unrolled: split it first", loop,
                                 range->extent(), longest_unroll));
}

void check_reductions(const Program& program, const std::string& loop) {
  for (const Statement& statement : program.statements)
    walk(statement.value, [&](const Expression& e) {
      if (e.op == Op::reduce && std::find(e.loops.begin(), e.loops.end(), loop) != e.loops.end())
        detail::refuse_at(e.where.line > 0 ? e.where : statement.where,
                          fmt::format("tag: loop '{}' is one of a {} in statement '{}': its iterations add to one "
                                      "result and can not be given to work-items (a race); it can be unrolled",
                                      loop, e.name, statement.id));
    });
}

/// One id cannot be the value of two loops at once, so a statement may have at most one loop per
/// axis.
void check_one_loop_per_axis(const Program& program) {
  for (const Statement& statement : program.statements)
    for (const std::string& a : statement.loops)
      for (const std::string& b : statement.loops)
        if (a < b && program.tag_of(a).is_parallel() && program.tag_of(a) == program.tag_of(b))
          throw InputError(fmt::format("tag: statement '{}' has two loops on {}: '{}' and '{}'; use another axis",
                                       statement.id, detail::tag_text(program.tag_of(a)), a, b));
}

/// A statement that fills local memory runs in each group that reads it, as every group has its
/// own. Example: tile[l] = a[l] names no group, and c[g, l] = tile[l] with g on g.0 reads it: the
/// filler gets the loop g as well.
void spread_over_groups(Program& program) {
  for (Statement& filler : program.statements) {
    const auto variable = program.variables.find(filler.target->name);
    if (variable == program.variables.end() || variable->second.space != Space::local) continue;
    for (const Statement& reader : program.statements) {
      const auto all = accesses_of(program, reader);
      if (std::none_of(all.begin(), all.end(),
                       [&](const Access& a) { return a.variable == variable->first && !a.write; }))
        continue;
      for (const std::string& loop : reader.loops)
        if (program.tag_of(loop).kind == LoopTag::Kind::group) filler.loops.insert(loop);
    }
  }
}

}  // namespace

LoopTag tag_named(std::string_view text) {
  if (text == "unroll" || text == "unr") return {LoopTag::Kind::unroll, 0};
  if (text == "for") return {};
  if (text.size() == 3 && text[1] == '.' && text[2] >= '0' && text[2] <= '2') {
    if (text[0] == 'g') return {LoopTag::Kind::group, text[2] - '0'};
    if (text[0] == 'l') return {LoopTag::Kind::local, text[2] - '0'};
  }
  throw InputError(fmt::format("tag: '{}' is not a tag; there are g.0 g.1 g.2 l.0 l.1 l.2 unroll for", text));
}

Program tag(const Program& program, const std::map<std::string, LoopTag>& tags) {
  Program result = program;
  std::set<std::string> changed;
  std::string line;
  for (const auto& [loop, new_tag] : tags) {
    detail::require_loop(program, "tag", loop);
    if (new_tag.kind == LoopTag::Kind::unroll) check_unroll(program, loop);
    if (new_tag.is_parallel()) check_reductions(program, loop);
    if (const auto counts = detail::bounded_by(program, loop); new_tag.is_parallel() && !counts.empty())
      throw InputError(fmt::format("tag: how often loop '{}' runs is data ('{}'): no launch has as many work-items",
                                   loop, *counts.begin()));
    result.tags[loop] = new_tag;
    if (new_tag == LoopTag{}) result.tags.erase(loop);
    if (new_tag.is_parallel()) changed.insert(loop);
    line += fmt::format("{} {}:{}", line.empty() ? "tag" : ",", loop, detail::tag_text(new_tag));
  }
  if (tags.empty()) throw InputError("tag: no loop is named; write tag i_in:l.0, i_out:g.0");
  spread_over_groups(result);
  check_one_loop_per_axis(result);
  // Only loops given to work-items now can bring a new race; an empty set would mean all of them.
  if (!changed.empty()) check_races(result, changed);
  return detail::recorded(std::move(result), program, line);
}

}  // namespace forewarp::loop
