// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
#include "forewarp/loop/transform/prioritize.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "forewarp/loop/dependence.hpp"
#include "forewarp/loop/transform/detail/edit.hpp"
#include "forewarp/support/error.hpp"

namespace forewarp::loop {

namespace {

using Kind = LoopRelation::Kind;

/// x = x + ...: the terms may come in any order.
bool accumulates(const Statement& s) {
  const Op op = s.value->op;
  const bool gathers = op == Op::add || op == Op::multiply || (op == Op::call && s.value->operands.size() == 2);
  return gathers && std::any_of(s.value->operands.begin(), s.value->operands.end(),
                                [&](const ExpressionPtr& e) { return same(e, s.target); });
}

/// Whether some pair runs first-then-second in the old order and second-then-first in the new one.
bool turns_round(const Program& program, const symbolic::Map& pairs, const Access& a, const Access& b,
                 const std::vector<std::string>& before, const std::vector<std::string>& after) {
  // Lexicographically earlier in the old order: equal up to a loop, earlier there; in the new one likewise, later.
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (std::size_t j = 0; j < after.size(); ++j) {
      std::vector<LoopRelation> wanted;
      for (std::size_t k = 0; k < i; ++k) wanted.push_back({before[k], before[k], Kind::equal});
      wanted.push_back({before[i], before[i], Kind::earlier});
      for (std::size_t k = 0; k < j; ++k) wanted.push_back({after[k], after[k], Kind::equal});
      wanted.push_back({after[j], after[j], Kind::later});
      if (any_pair(program, pairs, a, b, wanted)) return true;
    }
  }
  return false;
}

/// A scalar that is set anew for each point of `fresh` holds one value at a time: those loops enclose all others.
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
    throw InputError(fmt::format(
        "{}: with loop '{}' around '{}', statement '{}' needs a '{}' for each '{}', but that is one scalar; "
        "give it an axis first: privatize {} [{}]",
        who, stranger, loop, use.statement, variable, loop, variable, loop));
  }
}

/// Common loops that run in sequence; between work-items, barriers and check_races keep order.
std::vector<std::string> sequence(const Program& program, const Access& a, const Access& b) {
  auto loops = common_loops(program, a, b);
  std::erase_if(loops, [&](const std::string& loop) {
    const auto kind = program.tag_of(loop).kind;
    return kind == LoopTag::Kind::group || kind == LoopTag::Kind::local;
  });
  return loops;
}

void check_pair(const Program& before, const Program& after, const Access& a, const Access& b, const std::string& who) {
  const auto old_order = sequence(before, a, b), new_order = sequence(after, a, b);
  if (old_order == new_order) return;
  if (a.statement == b.statement && accumulates(before.statement(a.statement))) return;
  const symbolic::Map pairs = conflicts(before, a, b), back = conflicts(before, b, a);
  if (turns_round(before, pairs, a, b, old_order, new_order) || turns_round(before, back, b, a, old_order, new_order))
    detail::refuse_at(
        b.where,
        fmt::format("{}: the order [{}] is not that of the data: '{}' of statement '{}' would be "
                    "used before statement '{}' has it (now [{}])",
                    who, fmt::join(new_order, ", "), a.variable, b.statement, a.statement, fmt::join(old_order, ", ")));
}

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

void check_order(const Program& before, const Program& after, const std::string& who) {
  const auto accesses = accesses_of(before);
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const Access& a = accesses[i];
    const Variable& variable = before.variable(a.variable);
    const bool scalar = variable.space == Space::private_ && variable.shape.empty();
    const auto fresh = scalar ? fresh_loops(before, a.variable) : std::nullopt;
    if (fresh) {
      check_scalar(after, a.variable, *fresh, a, who);
      continue;
    }
    for (std::size_t j = i; j < accesses.size(); ++j)
      if (accesses[j].variable == a.variable && (a.write || accesses[j].write))
        check_pair(before, after, a, accesses[j], who);
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
