// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/symbolic/loop/transform/prioritize.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/dependence.hpp"
#include "forewarp/symbolic/loop/transform/detail/edit.hpp"

namespace forewarp::loop {

namespace {

/// x = x + ..., x += ...: the terms may come in any order.
bool accumulates(const Statement& s) {
  if (s.atomic) return true;
  const Op op = s.value->op;
  const bool gathers = op == Op::add || op == Op::multiply || (op == Op::call && s.value->operands.size() == 2);
  return gathers && std::any_of(s.value->operands.begin(), s.value->operands.end(),
                                [&](const ExpressionPtr& e) { return same(e, s.target); });
}

/// What is set anew for each point of `fresh` holds the values of one at a time: those loops
/// enclose all others. Example: acc is set anew for each i and summed over k, so i must be outside
/// of k. With k outside, the sums of all i would be under way at the same time in one acc;
/// privatize acc [i] makes room for them.
void check_scalar(const Program& program, const std::string& variable, const std::set<std::string>& fresh,
                  const Access& use, const std::string& who) {
  const auto nest = nest_order(program, use.loops);
  const auto sequential = [&](const std::string& loop) {
    const auto kind = program.tag_of(loop).kind;
    return kind == LoopTag::Kind::sequential || kind == LoopTag::Kind::unroll;
  };
  std::string stranger;
  for (const std::string& loop : nest) {
    if (!sequential(loop)) continue;
    if (!fresh.contains(loop) && stranger.empty()) stranger = loop;
    if (!fresh.contains(loop) || stranger.empty()) continue;
    throw InputError(
        fmt::format("{}: with loop '{}' around '{}', statement '{}' needs a '{}' for each '{}', but there is one; "
                    "give it an axis first: privatize {} [{}]",
                    who, stranger, loop, use.statement, variable, loop, variable, loop));
  }
}

/// A statement that only accumulates may run its iterations in any order (floating-point rounding
/// aside); every other conflicting pair of runs must keep its order.
void check_pair(const Program& before, const Program& after, const Access& a, const Access& b, const std::string& who) {
  const auto old_order = sequential_loops(before, a, b), new_order = sequential_loops(after, a, b);
  if (old_order == new_order) return;
  if (a.statement == b.statement && accumulates(before.statement(a.statement))) return;
  if (order_changes(before, a, b, old_order, new_order) ||
      (a.statement == b.statement && order_changes(before, b, a, old_order, new_order)))
    detail::refuse_at(
        b.where,
        fmt::format("{}: the order [{}] is not that of the data: '{}' of statement '{}' would be "
                    "used before statement '{}' has it (now [{}])",
                    who, fmt::join(new_order, ", "), a.variable, b.statement, a.statement, fmt::join(old_order, ", ")));
}

/// (i, j) and later (j, i) cannot both hold. nest_order() resolves such contradictions silently, so
/// each pair of neighbours is asked for here.
void require_no_circle(const Program& program) {
  for (const auto& priority : program.priorities)
    for (std::size_t i = 0; i + 1 < priority.size(); ++i) {
      const auto order = nest_order(program, {priority[i], priority[i + 1]});
      if (order.front() != priority[i])
        throw InputError(
            fmt::format("prioritize: '{}' around '{}' contradicts an earlier priority", priority[i], priority[i + 1]));
    }
}

}  // namespace

/// Every pair of accesses to one variable, O(accesses^2) questions, each of them a few emptiness
/// tests of isl. A private or local variable that is set anew needs no pairs: its values never meet
/// those of another point.
void check_order(const Program& before, const Program& after, const std::string& who) {
  const auto accesses = accesses_of(before);
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const Access& a = accesses[i];
    const Variable& variable = before.variable(a.variable);
    const auto fresh = variable.space == Space::global ? std::nullopt : fresh_loops(before, a.variable);
    if (fresh) {
      check_scalar(after, a.variable, *fresh, a, who);
      continue;
    }
    for (std::size_t j = i; j < accesses.size(); ++j)
      if (accesses[j].variable == a.variable && (a.write || accesses[j].write)) {
        const bool turned = runs_before(before, accesses[j].statement, a.statement);
        check_pair(before, after, turned ? accesses[j] : a, turned ? a : accesses[j], who);
      }
  }
}

Program prioritize(const Program& program, const std::vector<std::string>& loops) {
  if (loops.size() < 2) throw InputError("prioritize: name two loops or more, the outermost first");
  for (const std::string& loop : loops) detail::require_loop(program, "prioritize", loop);
  for (std::size_t i = 0; i < loops.size(); ++i)
    if (std::count(loops.begin(), loops.end(), loops[i]) > 1)
      throw InputError(fmt::format("prioritize: loop '{}' is named twice", loops[i]));
  Program result = program;
  result.priorities.push_back(loops);
  require_no_circle(result);
  check_order(program, result, "prioritize");
  return detail::recorded(std::move(result), program, fmt::format("prioritize {}", fmt::join(loops, ", ")));
}

}  // namespace forewarp::loop
