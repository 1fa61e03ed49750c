// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
// Code generation, a recursion on the schedule. `known` holds at the place: assumptions, ids in their extents, bounds
// of the open loops. A guard is what a statement's points require beyond `known`; equal guards of neighbours are
// joined. Bounds of a loop come from the hull of the points that anything inside it reaches.
#include "forewarp/symbolic/loop/generate/detail/body.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "forewarp/support/error.hpp"
#include "forewarp/symbolic/loop/affine.hpp"
#include "forewarp/symbolic/loop/detail/simplify.hpp"
#include "forewarp/symbolic/loop/generate/detail/atomic.hpp"
#include "forewarp/symbolic/loop/generate/detail/dialect.hpp"

namespace forewarp::loop::detail {

namespace {

using symbolic::Set;
using Lines = std::vector<std::string>;

void append_indented(Lines& out, const Lines& more) {
  for (const std::string& line : more) out.push_back("  " + line);
}

/// One statement, or one loop or condition with what is in it.
bool is_one(const Lines& lines) {
  if (lines.size() == 1) return true;
  if (!lines.front().starts_with("for (") && !lines.front().starts_with("if (")) return false;
  return std::all_of(lines.begin() + 1, lines.end(),
                     [](const std::string& line) { return line[0] == ' ' || line == "{" || line == "}"; });
}

void append_block(Lines& out, const Lines& more) {
  const bool braces = !is_one(more);
  if (braces) out.emplace_back("{");
  append_indented(out, more);
  if (braces) out.emplace_back("}");
}

bool has_barrier(const Step& step) {
  return step.kind == Step::Kind::barrier || std::ranges::any_of(step.inside, has_barrier);
}

// The names of all loops nested in the step.
void loops_inside(const Step& step, std::vector<std::string>& loops) {
  for (const Step& inner : step.inside) {
    if (inner.kind == Step::Kind::loop) loops.push_back(inner.name);
    loops_inside(inner, loops);
  }
}

/// What a loop's constraints say: where it runs at all, and from where to where.
struct Bounds {
  std::vector<Condition> guards;   ///< without the loop
  std::vector<Condition> of_loop;  ///< with it, outside of floors
  std::vector<ExpressionPtr> lower, upper;

  Bounds(const std::vector<Condition>& conditions, const std::string& loop) {
    for (const Condition& c : conditions) {
      if (!c.mentions(loop)) guards.push_back(c);
      if (c.hides(loop) || c.coefficient(loop) == 0) continue;  // the statement's own guard sees to strides
      of_loop.push_back(c);
      if (c.coefficient(loop) > 0 || c.equality) lower.push_back(bound(c, loop, true));
      if (c.coefficient(loop) < 0 || c.equality) upper.push_back(bound(c, loop, false));
    }
  }

  /// factor * loop + rest >= 0: loop >= ceil(-rest / factor), or loop <= floor(rest / -factor).
  /// Only floors are written, as ceil(x / f) = floor((x + f - 1) / f). Example: 16*g + l - 3 >= 0
  /// solved for g is g >= (18 - l)//16; for l = 2 that is 1, and 16 + 2 - 3 >= 0 holds while 0 + 2
  /// - 3 does not.
  static ExpressionPtr bound(const Condition& c, const std::string& loop, bool is_lower) {
    Form rest;
    const std::int64_t factor = c.coefficient(loop);
    const std::int64_t sign = factor > 0 ? -1 : 1, size = factor < 0 ? -factor : factor;
    for (const auto& [term, f] : c.terms)
      if (term->op != Op::name || term->name != loop) rest.terms.emplace_back(term, sign * f);
    rest.constant = sign * c.constant + (is_lower ? size - 1 : 0);
    return simplify(make(Op::floor_div, {expression_of(rest), integer(size)}));
  }
};

/// From the least of all cases to the greatest: for cases that no one conjunction bounds.
void widen(Bounds& bounds, const symbolic::Set& all, const std::string& loop);

ExpressionPtr extreme_of(const std::vector<ExpressionPtr>& bounds, const char* function) {
  ExpressionPtr all = bounds.front();
  for (std::size_t i = 1; i < bounds.size(); ++i) all = call(function, {all, bounds[i]});
  return all;
}

void widen(Bounds& bounds, const symbolic::Set& all, const std::string& loop) {
  bounds = Bounds({}, loop);
  std::vector<ExpressionPtr> lowest, highest;
  // From the least of all cases to the greatest. Too many iterations are no mistake: each statement
  // has a guard of its own, which is relative to these bounds.
  for (const auto& conditions : disjuncts(all)) {
    const Bounds one(conditions, loop);
    if (one.lower.empty() || one.upper.empty()) return;
    lowest.push_back(extreme_of(one.lower, "max"));
    highest.push_back(extreme_of(one.upper, "min"));
  }
  if (lowest.empty()) return;
  bounds.lower = {extreme_of(lowest, "min")};
  bounds.upper = {extreme_of(highest, "max")};
}

}  // namespace

Lines Body::lines(const std::vector<Step>& steps, const Set& known) {
  std::vector<Guarded> parts;
  for (const Step& step : steps) {
    Guarded part = guarded(step, known);
    if (!parts.empty() && parts.back().guard == part.guard && !part.guard.empty())
      parts.back().lines.insert(parts.back().lines.end(), part.lines.begin(), part.lines.end());
    else
      parts.push_back(std::move(part));
  }
  Lines out;
  for (const Guarded& part : parts) {
    if (part.guard.empty()) {
      out.insert(out.end(), part.lines.begin(), part.lines.end());
      continue;
    }
    out.push_back(fmt::format("if ({})", part.guard));
    append_block(out, part.lines);
  }
  return out;
}

Body::Guarded Body::guarded(const Step& step, const Set& known) {
  switch (step.kind) {
    case Step::Kind::statement:
      return statement(p_.statement(step.name), known);
    case Step::Kind::loop:
      return loop(step, known);
    case Step::Kind::barrier:
      break;
  }
  return {"", {barrier_text(target_, step.global_fence)}};
}

/// Only what is not already known at the place becomes a guard: inside of loops with exact bounds
/// that is nothing. Conditions on data cannot be a part of any set and are written as they are,
/// after the bounds that make their own subscripts legal (&& evaluates from the left).
Body::Guarded Body::statement(const Statement& s, const Set& known) {
  const Set runs = placement_.runs(s);
  const Set inside = known.intersect(runs);
  std::string guard = guard_text(simplified(runs, known), known);
  for (const ExpressionPtr& condition : s.conditions) {
    if (condition_set(p_, {s.loops.begin(), s.loops.end()}, condition)) continue;  // one of `runs`
    const std::string text = c_.value(condition, inside);
    guard = guard.empty() ? text : fmt::format("({}) && ({})", guard, text);
  }
  const std::string target = c_.target(s.target, inside), value = c_.value(s.value, inside);
  if (s.atomic) return {guard, {atomic_addition(target_, p_.variable(s.target->name), target, value)}};
  return {guard, {fmt::format("{} = {};", target, value)}};
}

/// Where anything inside of the loop runs, over what is open and the loop itself.
Set Body::reached(const Step& step) {
  std::vector<std::string> inner;
  loops_inside(step, inner);
  if (has_barrier(step))  // all work-items of the group meet it
    for (std::string& id : placement_.work_items()) inner.push_back(std::move(id));
  std::optional<Set> all;
  const auto see = [&](const auto& self, const Step& s) -> void {
    if (s.kind == Step::Kind::statement) {
      const Set one = without(placement_.runs(p_.statement(s.name)), inner);
      all = all ? all->unite(one) : one;
    }
    for (const Step& i : s.inside) self(self, i);
  };
  see(see, step);
  return all ? *all : anything(p_.context);
}

/// for (i = max(lower bounds); i <= min(upper bounds); ++i), under the constraints that do not contain i.
Body::Guarded Body::loop(const Step& step, const Set& known) {
  const Set all = reached(step);
  Bounds bounds(hull(simplified(all, known)), step.name);
  if (bounds.lower.empty() || bounds.upper.empty()) widen(bounds, all, step.name);
  if (bounds.lower.empty() || bounds.upper.empty())
    throw InputError(fmt::format("{}: the bounds of the loop '{}' have no closed form", p_.name, step.name));
  const Set outside = with(known, bounds.guards), inside = with(outside, bounds.of_loop);
  Lines out;
  if (p_.tag_of(step.name).kind == LoopTag::Kind::unroll && target_ != Target::cpp) out.emplace_back("#pragma unroll");
  const std::string loop = c_.c_name(step.name);
  out.push_back(fmt::format("for (int {0} = {1}; {0} <= {2}; ++{0})", loop,
                            c_.value(extreme_of(bounds.lower, "max"), outside),
                            c_.value(extreme_of(bounds.upper, "min"), outside)));
  append_block(out, lines(step.inside, inside));
  return {conjunction(bounds.guards, known), std::move(out)};
}

std::string Body::conjunction(const std::vector<Condition>& conditions, const Set& known) {
  std::vector<std::string> texts;
  for (const Condition& c : conditions) texts.push_back(c_.condition(c, known));
  return fmt::format("{}", fmt::join(texts, " && "));
}

/// A disjunction of conjunctions; "" where it always holds, "false" where never.
std::string Body::guard_text(const Set& condition, const Set& known) {
  if (is_anything(condition)) return "";
  std::vector<std::string> texts;
  for (const auto& conditions : disjuncts(condition)) texts.push_back(conjunction(conditions, known));
  if (texts.empty()) return "false";
  return texts.size() == 1 ? texts[0] : fmt::format("({})", fmt::join(texts, ") || ("));
}

}  // namespace forewarp::loop::detail
