// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// A private variable gets one axis per loop, so that iterations of an unrolled loop do not share it. Legal if every
// iteration sets the variable before it reads it (fresh_loops).
//
// Example: privatize acc [m], m from 0 to 3: acc becomes acc[m] with 4 elements; acc = acc + x is acc[m] = acc[m] + x.
#include "forewarp/symbolic/loop/transform/privatize.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/dependence.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"
#include "forewarp/symbolic/loop/transform/duplicate.hpp"
#include "forewarp/symbolic/loop/transform/prioritize.hpp"
#include "forewarp/symbolic/loop/transform/realize.hpp"
#include "forewarp/symbolic/loop/transform/split.hpp"
#include "forewarp/symbolic/loop/transform/tag.hpp"

namespace forewarp::loop {

namespace {

// Private arrays live in registers or in slow local memory; GPUs have at most 255 registers per
// thread, so what is larger by far is a mistake in the loops.
constexpr std::int64_t largest_private = 4096;

bool includes(const std::set<std::string>& all, const std::vector<std::string>& some) {
  return std::all_of(some.begin(), some.end(), [&](const std::string& each) { return all.contains(each); });
}

/// Private variables that every use sets anew in all of `loops`.
std::vector<std::string> candidates(const Program& program, const std::vector<std::string>& loops) {
  std::vector<std::string> names;
  for (const auto& [key, variable] : program.variables) {
    if (variable.space != Space::private_) continue;
    const auto fresh = fresh_loops(program, key);
    if (fresh && includes(*fresh, loops)) names.push_back(key);
  }
  if (names.empty())
    throw InputError(
        fmt::format("privatize: no private variable is assigned at the start of each iteration of [{}]; realize "
                    "reductions first",
                    fmt::join(loops, ", ")));
  return names;
}

/// Every use is inside the loops, and no value crosses from one iteration to another.
void require_legal(const Program& program, const std::string& variable, const std::vector<std::string>& loops) {
  if (program.variable(variable).space != Space::private_)
    throw InputError(fmt::format("privatize: '{}' is not a private variable", variable));
  for (const Access& use : accesses_of(program))
    for (const std::string& loop : loops)
      if (use.variable == variable && std::find(use.loops.begin(), use.loops.end(), loop) == use.loops.end())
        throw InputError(
            fmt::format("privatize: statement '{}' uses '{}' outside of loop '{}'", use.statement, variable, loop));
  const auto fresh = fresh_loops(program, variable);
  if (!fresh || !includes(*fresh, loops))
    throw InputError(fmt::format("privatize: '{}' carries a value from one iteration of [{}] to another", variable,
                                 fmt::join(loops, ", ")));
}

/// Adds the axes and replaces every use; subscripts begin at 0 whatever the loop's first value is.
void add_axes(Program& program, const std::string& variable, const std::vector<std::string>& loops) {
  Variable& changed = program.variables.at(variable);
  std::vector<ExpressionPtr> indices, extents;
  std::int64_t elements = 1;
  for (const std::string& loop : loops) {
    const auto range = detail::constant_range(program, loop);
    if (!range)
      throw InputError(
          fmt::format("privatize: how often loop '{}' runs is not a constant, but '{}' needs an element "
                      "for each iteration; split the loop, or fix the parameter",
                      loop, variable));
    elements = range->extent() > largest_private ? largest_private + 1 : elements * range->extent();
    if (elements > largest_private)
      throw InputError(fmt::format("privatize: '{}' would have more than {} elements", variable, largest_private));
    indices.push_back(range->low == 0 ? name(loop) : make(Op::subtract, {name(loop), integer(range->low)}));
    extents.push_back(integer(range->extent()));
  }
  changed.shape.insert(changed.shape.begin(), extents.begin(), extents.end());
  changed.order.clear();
  for (std::size_t i = 0; i < changed.shape.size(); ++i) changed.order.push_back(i);
  const auto change = [&](const ExpressionPtr& e) {
    return rebuild(e, [&](ExpressionPtr node) -> ExpressionPtr {
      if ((node->op != Op::name && node->op != Op::subscript) || node->name != variable) return node;
      std::vector<ExpressionPtr> all = indices;
      all.insert(all.end(), node->operands.begin(), node->operands.end());
      return subscript(variable, all, node->tag);
    });
  };
  for (Statement& s : program.statements) {
    s.target = change(s.target);
    s.value = change(s.value);
    for (ExpressionPtr& condition : s.conditions) condition = change(condition);
  }
}

/// The statement that a reduction was in gets its own unrolled loop, and so does the start of the
/// sum. Example, chunk i 4 on c[i] = sum(k, a[i,k]), with i = 4*i_out + i_in:
///
///     for i_in_0: acc[i_in_0] = 0                      (unrolled)
///     for k:  for i_in: acc[i_in] = acc[i_in] + a[4*i_out + i_in, k]      (inner loop unrolled)
///     for i_in_1: c[4*i_out + i_in_1] = acc[i_in_1]    (unrolled)
///
/// Without the two copies all three statements would share i_in as their outermost loop, and the
/// loop over k would run four times with one sum each, instead of once with four independent sums.
Program spread(Program program, const std::string& id, const std::string& loop, const std::set<std::string>& before) {
  std::vector<std::string> orders;
  for (const Statement& s : program.statements)
    if (s.id.starts_with(id + "_update") && s.loops.contains(loop))
      for (const std::string& around : nest_order(program, {s.loops.begin(), s.loops.end()}))
        if (!program.statement(id).loops.contains(around)) orders.push_back(around);
  for (const auto& [key, variable] : Program(program).variables)
    if (variable.space == Space::private_ && !before.contains(key)) program = privatize(program, key, {loop});
  program = duplicate_loop(program, loop, id + "_init*");
  program = duplicate_loop(program, loop, id);
  if (orders.empty()) return program;
  orders.push_back(loop);
  return prioritize(program, orders);
}

}  // namespace

Program privatize(const Program& program, const std::string& variable, const std::vector<std::string>& loops) {
  if (loops.empty()) throw InputError("privatize: no loop is named; write privatize acc [m]");
  for (const std::string& loop : loops) detail::require_loop(program, "privatize", loop);
  Program result = program;
  const auto chosen = variable.empty() ? candidates(program, loops) : std::vector<std::string>{variable};
  for (const std::string& each : chosen) {
    require_legal(program, each, loops);
    add_axes(result, each, loops);
  }
  return detail::recorded(
      std::move(result), program,
      fmt::format("privatize {}{}[{}]", variable, variable.empty() ? "" : " ", fmt::join(loops, ", ")));
}

/// Splits the loop, unrolls the inner part, and gives each of its iterations an accumulator of its own.
Program chunk(const Program& program, const std::string& loop, std::int64_t factor) {
  detail::require_loop(program, "chunk", loop);
  const std::string inner = loop + "_in";
  Program result = tag(split(program, loop, factor), {{inner, {LoopTag::Kind::unroll, 0}}});
  for (const Statement& s : program.statements) {
    const bool inside = result.statement(s.id).loops.contains(inner);
    bool reduces = false;
    walk(s.value, [&](const Expression& e) { reduces = reduces || e.op == Op::reduce; });
    if (!inside || !reduces) continue;
    std::set<std::string> before;
    for (const auto& [key, variable] : result.variables) before.insert(key);
    result = spread(realize_reductions(result, s.id), s.id, inner, before);
  }
  return detail::recorded(std::move(result), program, fmt::format("chunk {} {}", loop, factor));
}

}  // namespace forewarp::loop
