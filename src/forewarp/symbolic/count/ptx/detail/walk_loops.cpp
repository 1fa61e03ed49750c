// SPDX-FileCopyrightText: 2026 The forewarp authors
// SPDX-License-Identifier: Apache-2.0
/// Loops: closed forms of registers over the iteration counter k, and the number of iterations.
///
/// run_loop() interprets the body up to three times. First with a `carried` symbol for each register that the loop
/// writes: the state at the latch is then next(r) in terms of the carried symbols. solved_state() solves these
/// recurrences. The second pass, with the solutions, gives the condition to stay in the loop after iteration k; the
/// third knows that condition and can prove more. Iteration k > 0 is reached if the loop stayed after k - 1.
///
/// Invariant: the stay condition must be monotone, that is, once false it stays false; otherwise "reached iteration k"
/// would need all earlier iterations. monotone() rewrites it or gives up.
///
/// Example: i = 0; p = base; do { p += 8; i += 4; } while (i < n);
///   recurrences   next(i) = i + 4, next(p) = p + 8               solved: i = 4 k, p = base + 8 k
///   stay after k  4 (k + 1) < n, that is n - 5 - 4 k >= 0        falls with k: monotone
///   reached k     stay after k - 1: n - 1 - 4 k >= 0, or k = 0   (just the first, where n >= 1 is known)
///   last k        floor((n - 5) / 4) + 1, for n = 10: 2          i was 0, 4, 8: three iterations
///
/// The inductions and trip counts of frontend/analysis/loops do not serve here: those are numbers that a warp has when
/// it runs, within the range of their type; these are formulas of sizes and of the counters of outer loops, joined over
/// paths with the conditions under which each is taken.
///
/// Cost: each loop runs its body three times, so a nest of depth d up to 3^d times; Walker::run_block limits the sum.
#include <algorithm>
#include <set>

#include "forewarp/symbolic/count/ptx/detail/walker.hpp"
#include "forewarp/symbolic/sets/errors.hpp"

namespace forewarp::count::detail {
namespace {
constexpr unsigned max_rounds = 4;
}

// Registers that the loop, inner loops included, may change.
const std::vector<std::uint32_t>& Walker::written(std::uint32_t loop) {
  auto& out = written_[loop];
  if (out.empty()) out = analysis::registers_written(flow_, cfg_.loops[loop]);
  return out;
}

/// The state at the header of an unknown iteration: a fresh symbol for each written register.
State Walker::carried_state(std::uint32_t loop, const State& in) {
  State state = in;
  for (const std::uint32_t reg : written(loop)) {
    state.set(reg, in[reg].is_number() ? Value::of(algebra_, Form::symbol(algebra_.carried(loop, reg)))
                                       : Value::unknown(in[reg].kind != Value::Kind::not_affine));
  }
  return state;
}

/// The state at the end of an iteration, merged over all back edges.
State Walker::latch_state(std::uint32_t loop, std::size_t prefix) {
  const Region& region = regions_.loops[loop];
  std::vector<Incoming> incoming;
  for (const RegionEdge& edge : region.latches) {
    const RegionNode& from = region.nodes[edge.from_node];
    const Chain& chain = from.loop < 0 ? chains_[edge.from] : chains_[region.nodes[0].block];
    Cond c = Algebra::not_affine;
    if (from.loop < 0) {
      const Chain start(chain.begin(), chain.begin() + static_cast<std::ptrdiff_t>(std::min(prefix, chain.size())));
      c = algebra_.both(relative(chain, start), edges_.at({edge.from, edge.to}));
    }
    incoming.push_back({c, &state_after(edge, from)});
  }
  return select(algebra_, std::move(incoming));
}

/// Solves next(r) for all registers. Round by round: r + step with a step that no carried symbol is in gives
/// start + step * k. A register that takes its value from solved ones, next(r) = f(k), has f(k - 1) when iteration k
/// begins; that holds for k = 0, too, only if f(-1) is its value before the loop.
///
/// Example: i = 0, j = 1, { i = j; j = j + 1; } gives j = 1 + k in round 0; then next(i) = 1 + k, so i = k, and k = 0
/// gives 0, the value before the loop. Registers without a solution become unknown.
State Walker::solved_state(std::uint32_t loop, const State& in, const State& after) {
  const SymbolId counter = algebra_.counter(loop);
  const Form k = Form::symbol(counter);
  State state = carried_state(loop, in);
  std::set<std::uint32_t> open;
  for (const std::uint32_t reg : written(loop)) {
    if (!in[reg].is_number()) continue;
    state.set(reg, Value::unknown(after[reg].kind == Value::Kind::data));
    if (after[reg].is_number()) open.insert(reg);
  }
  std::map<SymbolId, Form> solved;
  for (unsigned round = 0; round < max_rounds && !open.empty(); ++round) {
    for (auto it = open.begin(); it != open.end();) {
      const std::uint32_t reg = *it;
      const SymbolId own = algebra_.carried(loop, reg);
      std::optional<Form> found;
      try {
        Form next = *after[reg].form;
        const Form step = next - Form::symbol(own);
        if (!algebra_.mentions(step, SymbolKind::carried, loop)) {
          found = *in[reg].form + algebra_.multiply(step, k);
        } else if (round > 0 && !algebra_.depends(next, own)) {
          for (const auto& [symbol, form] : solved) next = algebra_.substitute(next, symbol, form);
          if (!algebra_.mentions(next, SymbolKind::carried, loop)) {
            const Form before = algebra_.substitute(next, counter, plus(k, -1));
            if (algebra_.substitute(before, counter, Form()) == *in[reg].form) found = before;
          }
        }
      } catch (const symbolic::LimitExceeded&) {
        found.reset();
      }
      if (found) {
        solved.emplace(own, *found);
        state.set(reg, Value::of(algebra_, *found));
        it = open.erase(it);
      } else {
        ++it;
      }
    }
  }
  return state;
}

/// The condition in a form that, once false, stays false for larger k; not_affine where there is none.
Cond Walker::monotone(Cond c, SymbolId counter) {
  const ConditionInfo info = algebra_.condition(c);
  switch (info.kind) {
    case ConditionKind::never:
    case ConditionKind::always:
    case ConditionKind::on_data:
    case ConditionKind::not_affine:
      return c;
    case ConditionKind::both:
      return algebra_.both(monotone(info.a, counter), monotone(info.b, counter));
    case ConditionKind::either:
      return algebra_.either(monotone(info.a, counter), monotone(info.b, counter));
    case ConditionKind::at_least:
    case ConditionKind::zero:
    case ConditionKind::not_zero:
      break;
  }
  if (!algebra_.depends(info.form, counter)) return c;
  if (algebra_.depends(without(info.form, counter), counter)) return Algebra::not_affine;
  const Form step = slope(info.form, counter);
  if (algebra_.depends(step, counter)) return Algebra::not_affine;
  if (info.kind == ConditionKind::at_least) return algebra_.upper(step) <= 0 ? c : Algebra::not_affine;
  if (info.kind == ConditionKind::zero) return Algebra::not_affine;
  // "until it is 0": a loop that ends meets 0 and does not pass it.
  if (algebra_.upper(step) < 0) return algebra_.at_least(plus(info.form, -1));
  if (algebra_.lower(step) > 0) return algebra_.at_least(plus(scaled(info.form, -1), -1));
  return Algebra::not_affine;
}

/// The loop stays if no exit edge is taken: the conjunction of the negated exit conditions.
Walker::Stay Walker::stay_condition(std::uint32_t loop, const Chain& prefix) {
  const Region& region = regions_.loops[loop];
  Stay out;
  Cond stay = Algebra::always;
  std::set<std::uint32_t> targets;
  for (const std::uint32_t b : cfg_.loops[loop].blocks) {
    if (regions_.ends[b]) stay = Algebra::not_affine;
  }
  for (const RegionEdge& edge : region.exits) {
    targets.insert(edge.to);
    const RegionNode& from = region.nodes[edge.from_node];
    if (from.loop >= 0) {
      stay = algebra_.both(stay, Algebra::not_affine);  // out of two loops at once
      continue;
    }
    const Cond leaves = algebra_.both(relative(chains_[edge.from], prefix), edges_.at({edge.from, edge.to}));
    stay = algebra_.both(stay, algebra_.negate(leaves));
  }
  loops_[loop].one_target = targets.size() <= 1;
  if (region.exits.empty()) stay = Algebra::not_affine;
  try {
    out.condition = monotone(stay, algebra_.counter(loop));
  } catch (const symbolic::LimitExceeded&) {
    out.condition = Algebra::not_affine;
  }
  out.last = last_iteration(loop, out.condition, prefix);
  return out;
}

/// Whether the facts prove the condition; a sufficient test.
bool Walker::holds(Facts& facts, Cond c) {
  const ConditionInfo info = algebra_.condition(c);
  switch (info.kind) {
    case ConditionKind::always:
      return true;
    case ConditionKind::at_least:
      return facts.proves_at_least_zero(info.form);
    case ConditionKind::both:
      return holds(facts, info.a) && holds(facts, info.b);
    case ConditionKind::either:
      return holds(facts, info.a) || holds(facts, info.b);
    case ConditionKind::never:
    case ConditionKind::on_data:
    case ConditionKind::not_affine:
    case ConditionKind::zero:
    case ConditionKind::not_zero:
      return false;
  }
  return false;
}

/// The number of the iteration that leaves the loop, where the stay condition is a single inequality linear in k.
Value Walker::last_iteration(std::uint32_t loop, Cond stay, const Chain& prefix) {
  const ConditionInfo info = algebra_.condition(stay);
  const SymbolId counter = algebra_.counter(loop);
  if (stay == Algebra::never) return Value::of(algebra_, Form());
  if (info.kind != ConditionKind::at_least) return Value::unknown(stay == Algebra::on_data);
  try {
    // form = a - b k: the first k with a - b k < 0.
    const Form step = slope(info.form, counter);
    if (!step.is_constant() || step.constant >= 0) return Value::unknown(false);
    const Form a = without(info.form, counter);
    const Form first = plus(algebra_.floor(a, -step.constant), 1);
    Facts facts(algebra_, resolved(prefix));
    if (facts.proves_at_least_zero(plus(a, -step.constant))) return Value::of(algebra_, first);
    return Value::of(algebra_, algebra_.choose(algebra_.at_least(a), first, Form()));
  } catch (const symbolic::LimitExceeded&) {
    return Value::unknown(false);
  }
}

/// That iteration k is reached, as one condition on k and the symbols outside the loop.
Cond Walker::iteration_condition(std::uint32_t loop, const Chain& prefix, const Stay& stay) {
  if (algebra_.is_opaque(stay.condition)) return stay.condition;
  const SymbolId counter = algebra_.counter(loop);
  const Form k = Form::symbol(counter);
  try {
    const Cond before = algebra_.substitute(stay.condition, counter, plus(k, -1));
    Facts facts(algebra_, resolved(prefix));
    if (before == Algebra::always) return Algebra::not_affine;  // never ends
    const Cond at_first = algebra_.substitute(before, counter, Form());
    if (algebra_.depends(before, counter) && holds(facts, at_first)) return before;
    return algebra_.either(algebra_.zero(k), before);
  } catch (const symbolic::LimitExceeded&) {
    return Algebra::not_affine;
  }
}

/// The states behind the loop: k is replaced by the last iteration.
void Walker::leave(std::uint32_t loop, const Stay& stay) {
  const Region& region = regions_.loops[loop];
  const SymbolId counter = algebra_.counter(loop);
  LoopResult& result = loops_[loop];
  result.exits.clear();
  for (const RegionEdge& edge : region.exits) {
    State state = state_after(edge, region.nodes[edge.from_node]);
    for (const std::uint32_t reg : written(loop)) {
      const Value v = state[reg];
      try {
        if (v.is_number() && algebra_.depends(*v.form, counter)) {
          state.set(reg, stay.last.is_number()
                             ? Value::of(algebra_, algebra_.substitute(*v.form, counter, *stay.last.form))
                             : stay.last);
        } else if (v.kind == Value::Kind::predicate && algebra_.depends(v.condition, counter)) {
          state.set(reg, stay.last.is_number() ? Value::of(algebra_.substitute(v.condition, counter, *stay.last.form))
                                               : stay.last);
        }
      } catch (const symbolic::LimitExceeded&) {
        state.set(reg, Value::unknown(false));
      }
    }
    result.exits.emplace(std::pair(edge.from, edge.to), std::move(state));
  }
}

void Walker::run_loop(std::uint32_t loop, const Chain& prefix, const State& in) {
  const Region& region = regions_.loops[loop];
  Chain inside = prefix;
  inside.push_back({.loop = static_cast<std::int32_t>(loop)});
  loops_[loop].iteration = Algebra::always;  // not known yet
  run_region(region, inside, carried_state(loop, in));
  State state = solved_state(loop, in, latch_state(loop, inside.size()));
  run_region(region, inside, state);
  Stay stay = stay_condition(loop, inside);
  const Cond iteration = iteration_condition(loop, prefix, stay);
  loops_[loop].iteration = iteration;
  if (!algebra_.is_opaque(iteration)) {
    // Once more, knowing how far the loop goes.
    run_region(region, inside, state);
    loops_[loop].iteration = iteration;
  }
  leave(loop, stay);
}

}  // namespace forewarp::count::detail
